"""The same rules on a GPU: kernels, the cards that run them, and what is played there."""
