"""The gate shares nothing with what it watches."""

from __future__ import annotations

from tests.architecture.test_imports import modules, own_imports, within


def test_the_gate_imports_no_stage_and_no_edition() -> None:
    """Else a fault in the projection would be a fault in the gate, and nobody would see it."""
    gate = [name for name in modules() if within(name, "leaks")]
    assert "leaks.gate" in gate
    watched = ("load", "project", "outline.pages", "render", "seal", "publish.writer", "pipeline")
    imported = {name: [it for it in own_imports(name) if within(it, *watched)] for name in gate}
    assert imported == {name: [] for name in gate}
