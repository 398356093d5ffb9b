"""Pages of the program itself, which belong to no site and no theme."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined

from chronicle.files.package_data import shipped_sources


@cache
def _environment(package: str) -> Environment:
    texts = {path: source.text for path, source in shipped_sources(package).items()}
    return Environment(
        loader=DictLoader(texts),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render_program_page(package: str, name: str, values: dict[str, Any]) -> str:
    """The page that a template of a package makes of these values."""
    return _environment(package).get_template(name).render(values)
