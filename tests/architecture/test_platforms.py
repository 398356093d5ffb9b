"""The program and its tests are loaded on systems that lack what only POSIX has."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.platforms import PURE
from tests.sample_campaigns import CHECKOUT

#: Modules and names that Windows has not. `tests/fuzz/run.py` and `tests/mutations/run.py` are no
#: tests but programs, which fork.
MODULES: Final = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
NAMES: Final = {
    "os": (
        *("chown", "fchmod", "fchown", "fork", "forkpty", "geteuid", "getgid", "getpgid", "getuid"),
        *(
            "killpg",
            "lchown",
            "mkfifo",
            "nice",
            "openpty",
            "sched_getaffinity",
            "setsid",
            "statvfs",
        ),
        *("sync", "uname", "wait", "waitid", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW"),
    ),
    "signal": ("SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGUSR1", "alarm", "setitimer"),
    "time": ("tzset",),
    "socket": ("AF_UNIX",),
}
#: A file without any of these words need not be parsed.
_WORDS: Final = re.compile(rf"\b(?:{'|'.join((*MODULES, *sum(NAMES.values(), ())))})\b")
PROGRAMS: Final = ("tests/fuzz/run.py", "tests/mutations/run.py")
MODULE_FILES: Final = sorted(
    path.relative_to(CHECKOUT).as_posix()
    for part in ("chronicle", "tests", "tools")
    for path in (CHECKOUT / part).rglob("*.py")
)


def lacking(node: ast.AST) -> Iterator[str]:
    """What a piece of code uses without asking whether there is such a thing."""
    match node:
        case ast.Import():
            yield from (one.name for one in node.names if one.name in MODULES)
        case ast.ImportFrom() if node.module in MODULES:
            yield node.module
        case ast.ImportFrom() if node.module in NAMES:
            names = NAMES[node.module]
            yield from (f"{node.module}.{it.name}" for it in node.names if it.name in names)
        case ast.Attribute(value=ast.Name(id=module), attr=name) if name in NAMES.get(module, ()):
            yield f"{module}.{name}"


def lines_that_ask(tree: ast.Module) -> set[int]:
    """The lines of statements that ask `hasattr` or `CAN_FORK` first."""
    asking = (
        statement
        for statement in ast.walk(tree)
        if isinstance(statement, ast.If | ast.IfExp | ast.BoolOp | ast.Call | ast.FunctionDef)
        if re.search(r"\b(?:hasattr|CAN_FORK)\b", ast.unparse(statement))
    )
    return {line for it in asking for line in range(it.lineno, (it.end_lineno or it.lineno) + 1)}


def run_when_loaded(tree: ast.Module) -> Iterator[ast.AST]:
    """The parts of a module that run when it is imported: all but the bodies of functions."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += [*node.decorator_list, *node.args.defaults]
        elif not isinstance(node, ast.Lambda):
            waiting += ast.iter_child_nodes(node)


@pytest.mark.parametrize("part", ["chronicle", "tests", "tools"])
def test_no_module_needs_what_only_posix_has(part: str) -> None:
    """Of the program all code, of the tests and tools what runs when they are collected."""
    found = []
    for path in MODULE_FILES:
        if not path.startswith(f"{part}/") or path in PROGRAMS:
            continue
        text = (CHECKOUT / path).read_text(encoding="utf-8")
        if not _WORDS.search(text):
            continue
        tree = ast.parse(text)
        nodes = ast.walk(tree) if part == "chronicle" else run_when_loaded(tree)
        asked = lines_that_ask(tree)
        found += [
            f"{path}:{node.lineno}: {name}"
            for node in nodes
            for name in lacking(node)
            if isinstance(node, ast.stmt | ast.expr) and node.lineno not in asked
        ]
    assert found == []


def test_text_files_are_read_and_written_in_one_encoding() -> None:
    """Elsewhere than on Linux, Python takes the encoding of the country by default."""
    found = [
        f"{path}: {call}"
        for path in MODULE_FILES
        # The texts of an installed package's record are no files of ours.
        if path.startswith("chronicle/") and path != "chronicle/cli/installation.py"
        for call in _TEXT_FILE.findall((CHECKOUT / path).read_text(encoding="utf-8"))
        if "encoding=" not in call
    ]
    assert found == []


#: A call that reads or writes a text file, with one level of parentheses in it.
_TEXT_FILE: Final = re.compile(r"\.(?:read|write)_text\((?:[^()]|\([^()]*\))*\)")
#: Removes all that Windows has not, then loads the program and the tests that need none of it.
#: Python's own modules and those of others are loaded before, since theirs differ by system.
_LOADING: Final = """
import asyncio, concurrent.futures.process, getpass, http.server, importlib, json, multiprocessing
import os, pkgutil, shutil, signal, socket, subprocess, sys, tempfile, time, webbrowser
from pathlib import Path
import PIL.Image, click.testing, cryptography, hypothesis, jinja2, msgspec, platformdirs, pytest
import watchfiles
modules, names, folders = json.loads(sys.argv[1])
for name in modules:
    sys.modules[name] = None
for module, gone in names.items():
    for name in gone:
        vars(sys.modules[module]).pop(name, None)
import chronicle
loaded = []
for found in pkgutil.walk_packages(chronicle.__path__, "chronicle."):
    if not found.name.endswith("__main__"):
        loaded.append(importlib.import_module(found.name))
for folder in folders:
    for path in sorted(Path(folder).rglob("*.py")):
        # These read and play much when they are loaded.
        if path.name in ("test_rule_cases.py", "test_independence.py"):
            continue
        loaded.append(importlib.import_module(".".join(path.with_suffix("").parts)))
print(len(loaded))
"""


def test_the_program_and_the_pure_tests_are_loaded_without_posix() -> None:
    asked = json.dumps([MODULES, NAMES, PURE])
    ran = subprocess.run(
        [sys.executable, "-c", _LOADING, asked],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) > 500


def test_the_pure_tests_are_run_on_every_system() -> None:
    text = Path(CHECKOUT, ".github/workflows/test.yml").read_text(encoding="utf-8")
    command = text.partition("run: >-\n          python -m pytest ")[2].partition("\n\n")[0].split()
    assert [word for word in command if word.startswith("tests/")] == list(PURE)
    for system in ("ubuntu", "windows", "macos"):
        assert f"{system}-" in text
    for version in ("3.11", "3.12", "3.13", "3.14"):
        assert f'"{version}"' in text
