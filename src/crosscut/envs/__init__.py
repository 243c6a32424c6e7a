"""Games for learners: a vectorised environment, and adapters to the libraries of others."""
