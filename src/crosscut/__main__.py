"""``python -m crosscut``."""

from crosscut.apps.cli.main import main

main()
