"""Filling in templates: everything from outside is escaped, and nothing may be left out."""

from typing import Any


def template_environment(**names: Any) -> Any:
    """Return where Jinja finds the templates of pages; they may use these names."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("crosscut.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(names)
    return environment
