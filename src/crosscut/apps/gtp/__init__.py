"""The computer as a program that others talk to: GTP for games, JSON lines for analysis."""
