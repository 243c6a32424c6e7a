"""Matches between players: who plays, how games begin, what the results mean."""
