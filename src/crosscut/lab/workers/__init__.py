"""Many hands: the same work done by processes of this machine, or by those of a cluster."""
