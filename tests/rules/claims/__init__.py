"""What the captions of figures claim, checked: one function a diagram.

The functions stand in the order of the figure file, and the table at the end of each module names
them by game.
"""

from pathlib import Path

import pytest

for path in Path(__file__).parent.glob("[a-z]*.py"):
    pytest.register_assert_rewrite(f"{__name__}.{path.stem}")
