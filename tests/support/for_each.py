"""One test for many small cases, which fails with the list of all that are wrong."""

from functools import wraps
from inspect import signature

import pytest


def for_each(names, cases, ids=str):
    """Run a test with every case, as `pytest.mark.parametrize` does, but as a single test.

    It is for quick checks of many files, names or games. Where a case is real work, or changes a
    fixture, `parametrize` is better. ``ids`` turns the values of a case into words.
    """
    names, cases = [names] if isinstance(names, str) else list(names), list(cases)

    def decorate(check):
        @wraps(check)
        def test(**fixtures):
            assert cases, "there is nothing to check"
            offenders = []
            for case in cases:
                values = (case,) if len(names) == 1 else case
                try:
                    check(**dict(zip(names, values, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as error:
                    title = "-".join(map(ids, values))
                    found = f"{title}: {type(error).__name__}: {error}".rstrip()
                    offenders.append(found.replace("\n", "\n    "))
            assert not offenders, f"{len(offenders)} of {len(cases)}:\n" + "\n".join(offenders)

        own = signature(check)
        left = [each for name, each in own.parameters.items() if name not in names]
        test.__signature__ = own.replace(parameters=left)
        return test

    return decorate
