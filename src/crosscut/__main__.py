"""``python -m crosscut``."""

from crosscut.cli.main import main

main()
