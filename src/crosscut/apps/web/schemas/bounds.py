"""Bounds on what pages send, so that to refuse it takes no longer than to read it.

A list stops at its first wrong item (pydantic's ``FailFast``) and has a ``max_length``; an object
with too many fields is not looked at; a number is one that can be computed with and written.
"""

from typing import Annotated, Any

import pydantic
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

EXACT = 2**53
"""Whole numbers below this are the same in a page as here."""
MOST_FIELDS = 50
"""Fields of an object; none of ours has half as many."""

Whole = Annotated[int, Field(gt=-EXACT, lt=EXACT)]
Count = Annotated[int, Field(ge=0, lt=EXACT)]


class FailFast(pydantic.FailFast):
    """Stop at the first wrong item; unlike pydantic's own, it may be a part of a union's part."""

    __hash__ = object.__hash__


def check_fields(data: Any, most: int = MOST_FIELDS) -> Any:
    """Return data unless it is an object with too many fields, each of which could be wrong."""
    if isinstance(data, dict) and len(data) > most:
        raise ValueError(f"it has {len(data):,} fields; {most:,} are read")
    return data


def fields_at_most(most: int) -> tuple[Any, ...]:
    """Return the annotations that bound an object whose fields have any name."""
    return Field(max_length=most), BeforeValidator(lambda data: check_fields(data, most))


class Sent(BaseModel):
    """What a page sends; it has no other fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def has_few_fields(cls, data: Any) -> Any:
        """Refuse too many fields before any of them is looked at."""
        return check_fields(data)
