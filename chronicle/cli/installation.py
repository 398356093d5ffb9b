"""This installed program: where it was installed from, and a wheel of it."""

from __future__ import annotations

import base64
import csv
import io
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from importlib import metadata
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from chronicle.starters.workflow import ProgramFiles

#: Written by an installer, so not part of a wheel.
_BY_INSTALLER: Final = (
    *("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_build.json", "uv_cache.json"),
)
#: Installers that record where they got a package from.
_RECORDING: Final = ("pip", "uv")
_LOCKS: Final = ("requirements.lock", "requirements-build.lock")
#: The date of every file in the wheel, so that the same program gives the same bytes.
_DATE: Final = (2020, 2, 2, 0, 0, 0)


def installed_program(*, as_wheel: bool = False) -> ProgramFiles:
    """This program as a workflow installs it; ``as_wheel`` puts a wheel in the repository.

    Raises a usage error if this program is not installed.
    """
    from chronicle.starters.workflow import PACKAGE, ProgramFiles, source_of

    try:
        installed = metadata.distribution(PACKAGE)
    except metadata.PackageNotFoundError:
        installed = None
    locks = [installed and installed.read_text(f"extra_metadata/{name}") for name in _LOCKS]
    lock, build_lock = locks
    if installed is None or not lock or not build_lock:
        raise click.UsageError(
            "the workflow installs chronicle as it is installed here, but it is not installed:"
            " install it with pipx, uv or pip (in a checkout: make site), and run this again"
        )
    has_record = (installed.read_text("INSTALLER") or "").strip() in _RECORDING
    is_elsewhere = has_record and not as_wheel
    source = (
        source_of(installed.version, installed.read_text("direct_url.json"))
        if is_elsewhere
        else None
    )
    name = f"{PACKAGE.replace('-', '_')}-{installed.version}"
    wheel = b"" if source else wheel_of(installed, name)
    return ProgramFiles(source, f"{name}-py3-none-any.whl", wheel, lock, build_lock)


def wheel_of(installed: metadata.Distribution, name: str) -> bytes:
    """A wheel of this program: its files as they are here, and its metadata."""
    from chronicle.files.package_data import program_files

    folder = f"{name}.dist-info"
    files = dict(sorted(program_files().items()))
    for path in sorted(str(path) for path in installed.files or ()):
        inner = path.removeprefix(f"{folder}/")
        if inner != path and inner not in _BY_INSTALLER:
            files[path] = (installed.read_text(inner) or "").encode()
    files[f"{folder}/RECORD"] = _record(files, f"{folder}/RECORD")
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, _DATE)
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return wheel.getvalue()


def _record(files: Mapping[str, bytes], own_path: str) -> bytes:
    """The list of a wheel's files with their digests."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    for path, content in files.items():
        digest = base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
        rows.writerow((path, f"sha256={digest}", len(content)))
    rows.writerow((own_path, "", ""))
    return text.getvalue().encode()
