"""A zip file as deploy target, for hosts that accept one."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.cli.deploy import hosts

#: The comment that marks zip files made by chronicle.
_ARCHIVE_COMMENT: Final = b"made by chronicle"
#: The earliest date of the zip format, so that the same site always gives the same bytes.
_ZIP_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_READABLE: Final = 0o100644 << 16
_UNIX: Final = 3


class ZipFileHost:
    """A zip file that contains a site."""

    kind = "zip"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = path.as_posix()
        self.address = str(path.resolve())

    def read_files(self) -> Mapping[str, bytes]:
        try:
            hosts.finish_deploy(self.path.resolve(), self.shown)
        except OSError as error:
            raise self._cant("read", error) from error
        if not os.path.lexists(self.path):
            return {}
        try:
            with zipfile.ZipFile(self.path) as archive:
                if archive.comment == _ARCHIVE_COMMENT:
                    return {name: archive.read(name) for name in archive.namelist()}
        except OSError as error:
            raise self._cant("read", error) from error
        except (zipfile.BadZipFile, ValueError, RuntimeError):
            pass
        raise hosts.HostError(
            f"{self.shown} already exists and was not made by chronicle", "choose another file"
        )

    def prepare(self, files: Mapping[str, bytes]) -> hosts.SiteChange:
        return hosts.SiteChange(
            hosts.digest_of_site(self.read_files()), hosts.digest_of_site(files)
        )

    def has_changed(self, change: hosts.SiteChange) -> bool | None:
        there = hosts.digest_of_site(self.read_files())
        return True if there == change.now else False if there == change.was else None

    def put(self, files: Mapping[str, bytes]) -> None:
        try:
            path = self.path.resolve()
            with hosts.open_stage(path, self.shown) as stage:
                new = stage / path.name
                new.write_bytes(zip_bytes(files))
                new.chmod(0o644)
                new.replace(path)
        except OSError as error:
            raise self._cant("written", error) from error

    def _cant(self, what: str, error: OSError) -> hosts.HostError:
        detail = error.strerror or type(error).__name__
        return hosts.HostError(
            f"{self.shown} can't be {what}: {detail}",
            "nothing changed; check permissions and disk space",
        )


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip file, sorted by path and with a fixed date.

    They are stored uncompressed, because compressors give different results on different machines.
    """
    packing = io.BytesIO()
    with zipfile.ZipFile(packing, "w") as archive:
        archive.comment = _ARCHIVE_COMMENT
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _ZIP_EPOCH)
            entry.external_attr, entry.create_system = _READABLE, _UNIX
            archive.writestr(entry, files[name])
    return packing.getvalue()
