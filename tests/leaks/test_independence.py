"""The gate shares nothing with what it watches."""

from __future__ import annotations

import pytest

from tests.architecture.test_imports import modules, own_imports, within

GATE = [name for name in sorted(modules()) if within(name, "leaks")]


def test_the_leak_gate_modules_exist() -> None:
    assert "leaks.gate" in GATE


@pytest.mark.parametrize("name", GATE)
def test_the_gate_imports_no_stage_and_no_edition(name: str) -> None:
    """Else a fault in the projection would be a fault in the gate, and nobody would see it."""
    watched = ("load", "project", "outline.pages", "render", "seal", "publish.writer", "pipeline")
    assert [inner for inner in own_imports(name) if within(inner, *watched)] == []
