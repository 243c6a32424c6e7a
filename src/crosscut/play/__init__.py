"""A game as people meet it: positions, notation, diagrams, pictures and records."""
