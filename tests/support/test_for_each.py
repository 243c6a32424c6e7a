"""A test of many cases runs them all, and says which of them are wrong."""

from inspect import signature

import pytest

from tests.support.for_each import for_each


@for_each(("number", "word"), [(1, "one"), (2, "two"), (3, "three"), (4, "four")])
def has_three_letters(number, word, lengths):
    lengths.append(number)
    assert len(word) == 3
    with pytest.raises(ZeroDivisionError):
        number / (number - 2 and 0)


def test_all_cases_run_and_the_wrong_ones_are_listed():
    lengths = []
    with pytest.raises(AssertionError) as error:
        has_three_letters(lengths=lengths)
    assert lengths == [1, 2, 3, 4]
    first, *offenders = str(error.value).splitlines()
    assert first == "2 of 4:"
    titles = [line.partition(":")[0] for line in offenders if not line.startswith(" ")]
    assert titles == ["3-three", "4-four"]


def test_what_no_case_gives_is_a_fixture():
    assert list(signature(has_three_letters).parameters) == ["lengths"]


def test_no_cases_at_all_are_a_mistake():
    nothing = for_each("case", [])(lambda case: None)
    with pytest.raises(AssertionError, match="there is nothing to check"):
        nothing()
