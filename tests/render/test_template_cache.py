"""Templates that are compiled once in a process: never the ones of another text."""

from typing import Final

import pytest
from jinja2 import Environment

from chronicle.files.source import Source
from chronicle.records import replace
from chronicle.render import Renderer, Theme
from chronicle.render.template_cache import compile_templates
from tests.shipped_theme import shipped_theme

TEXTS: Final = ("Ada\n", "Oru\n", "Ada\n", "{{ 1 + 1 }}\n")
DRAWN: Final = ("Ada\n", "Oru\n", "Ada\n", "2\n")


def drawn(theme: Theme, text: str) -> str:
    """A page that says this, in a theme read again."""
    sources = {"news.html": Source("themes/annals/news.html", text)}
    environment = Renderer.of(replace(theme, sources=sources)).environment
    return environment.get_template("news.html").render()


def test_a_changed_template_is_recompiled() -> None:
    theme = shipped_theme()
    assert tuple(drawn(theme, text) for text in TEXTS) == DRAWN


def test_the_same_text_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    theme = shipped_theme()
    first = drawn(theme, "Vael\n")
    monkeypatch.delattr(Environment, "compile")
    assert drawn(theme, "Vael\n") == first
    with pytest.raises(AttributeError):
        drawn(theme, "Not yet compiled\n")


def test_templates_are_compiled_beforehand_for_one_ruleset(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("news.html", "rules/wwn/sell.html", "rules/shadow/raise.html", "broken.html")
    sources = {name: Source(f"themes/annals/{name}", f"Beforehand {name}\n") for name in names}
    sources["broken.html"] = Source("themes/annals/broken.html", "{% if %}\n")
    environment = Renderer.of(replace(shipped_theme(), sources=sources)).environment
    compile_templates(environment, "wwn")
    monkeypatch.delattr(Environment, "compile")
    for name in names[:2]:
        assert environment.get_template(name).render() == f"Beforehand {name}\n"
    for name in names[2:]:
        with pytest.raises(AttributeError):
            environment.get_template(name)
