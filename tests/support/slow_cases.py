"""Cases of a test that are slow and show once more what another case shows."""

import pytest


def slow_where(cases, repeats):
    """Return cases as parameters; those for which ``repeats`` is true are marked slow."""
    found = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=[pytest.mark.slow] * bool(repeats(*values))))
    return found
