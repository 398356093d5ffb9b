"""Checks and runs workflows and actions of GitHub as far as a machine of one's own can."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from check_jsonschema import main as check_schema
from click.testing import CliRunner
from ruamel.yaml import YAML

PROGRAMS: Final = Path(sys.executable).parent
#: The release of GitHub's own actions is chosen by tag: their repository is GitHub's.
_LINTER: Final = ("jactionlint", "--strict-exit", "--no-hints", "--ignore", "unpinned-uses")
_EXPRESSION: Final = re.compile(r"\$\{\{ (.*?) \}\}")


def faults_of_workflow(path: Path) -> str:
    """What the linter and the schema of workflows find."""
    return _linter_faults(path) + _schema_faults(path, "vendor.github-workflows")


def faults_of_action(path: Path) -> str:
    """What the linter and the schema of actions find."""
    return _linter_faults(path) + _schema_faults(path, "vendor.github-actions")


def _schema_faults(path: Path, schema: str) -> str:
    ran = CliRunner().invoke(
        check_schema, ["--quiet", "--builtin-schema", schema, str(path)], catch_exceptions=False
    )
    return ran.output if ran.exit_code else ""


def _linter_faults(path: Path) -> str:
    ran = subprocess.run(
        [PROGRAMS / _LINTER[0], *_LINTER[1:], path.name],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return ran.stdout + ran.stderr if ran.returncode else ""


def parsed(path: Path) -> dict[str, Any]:
    """A workflow or an action as it is read."""
    read: dict[str, Any] = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return read


def filled_in(text: str, values: Mapping[str, str]) -> str:
    """A text with its expressions replaced; one without a value is a KeyError."""
    return _EXPRESSION.sub(lambda found: values[found[1]], text)


def run_steps(
    steps: Iterable[Mapping[str, Any]],
    folder: Path,
    environment: Mapping[str, str],
    values: Mapping[str, str],
) -> dict[str, str]:
    """Run the scripts of steps as a runner does; return the outputs by `id.name`.

    Steps that use an action are passed over, as are those whose condition has an empty value.
    """
    given, outputs = dict(values), dict[str, str]()
    for step in steps:
        if "run" not in step or not filled_in(step.get("if", "yes"), {**_NOTHING, **given}):
            continue
        own = {name: filled_in(value, given) for name, value in step.get("env", {}).items()}
        written = folder.parent / f"{folder.name}-outputs"
        written.write_text("", encoding="utf-8")
        ran = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=folder,
            env={**environment, **own, "GITHUB_OUTPUT": str(written)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{step.get('name')}: {ran.stdout}{ran.stderr}"
        for line in written.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            outputs[f"{step['id']}.{name}"] = value
    return outputs


#: Conditions that do not hold.
_NOTHING: Final = {"!github.event.repository.private": ""}


def runner_environment(venv: Path, temporary: Path) -> dict[str, str]:
    """The environment of a runner whose Python is that of a virtual environment."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CHRONICLE_CACHE"}
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return {
        **kept,
        "PATH": f"{venv / PROGRAMS.name}{os.pathsep}{os.environ['PATH']}",
        "RUNNER_TEMP": str(temporary),
        "CHRONICLE_CACHE": str(temporary / "cache"),
    }
