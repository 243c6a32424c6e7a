"""The report on a game: games are played, measured, and shown on one page."""
