"""The programs of engines beside Chromium are found by name, and missed in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.test_chromium import executable
from tools import engines
from tools.engines import FIREFOX, WEBKIT, advice, find


def test_a_named_program_takes_precedence_over_path(tmp_path: Path) -> None:
    path = {"PATH": str(tmp_path)}
    assert find(FIREFOX, path) is None
    firefox = executable(tmp_path, "firefox")
    assert find(FIREFOX, path) == firefox
    esr, mine = executable(tmp_path, "firefox-esr"), executable(tmp_path, "mine")
    assert find(FIREFOX, path) == esr
    assert find(FIREFOX, {**path, "CHRONICLE_FIREFOX": str(mine)}) == mine
    assert find(FIREFOX, {**path, "CHRONICLE_FIREFOX": str(tmp_path / "gone")}) is None


def test_webkit_needs_a_screen_too(tmp_path: Path) -> None:
    path = {"PATH": str(tmp_path)}
    driver = executable(tmp_path, "WebKitWebDriver")
    assert find(WEBKIT, path) is None
    executable(tmp_path, "Xvfb")
    assert find(WEBKIT, path) == driver


def test_webkit_without_its_bindings_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("WebKitWebDriver", "Xvfb"):
        executable(tmp_path, name)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(engines, "ENGINES", (WEBKIT,))
    monkeypatch.setattr(engines, "has_bindings", lambda: False)
    assert engines.main() == 1
    assert advice(WEBKIT) in capsys.readouterr().err
    monkeypatch.setattr(engines, "has_bindings", lambda: True)
    assert engines.main() == 0


def test_advice_names_packages_and_variable() -> None:
    for engine in (FIREFOX, WEBKIT):
        text = advice(engine)
        assert {*engine.packages, *engine.others} <= set(text.replace(")", " ").split())
        assert f"{engine.variable}=" in text
