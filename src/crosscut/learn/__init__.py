"""What players learn from: lessons, step by step, and puzzles with one winning turn."""
