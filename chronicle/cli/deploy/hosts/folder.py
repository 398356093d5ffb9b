"""A folder as deploy target, such as that of a web server."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.cli.deploy import hosts
from chronicle.publish.transaction import NEW_TREE, replace_as_one
from chronicle.publish.writer import MANIFEST, manifest_text, read_manifest

#: Other files that are allowed there and are kept.
_PRESERVED_FILES: Final = (hosts.DOMAIN_FILE, ".gitkeep", ".gitignore", ".htaccess")
_NAMED: Final = 3


class FolderHost:
    """A folder that contains a site and nothing else."""

    kind = "folder"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shown = folder.as_posix()
        self.address = str(folder.resolve())
        self._kept: dict[str, bytes] = {}

    def read_files(self) -> Mapping[str, bytes]:
        try:
            # If the folder is a symbolic link, keep the link and write to its target.
            hosts.finish_deploy(self.folder.resolve(), self.shown)
            found = self._files()
        except OSError as error:
            raise _cant(self.shown, "read", error) from error
        ours = read_manifest(self.folder / MANIFEST)
        foreign = sorted(found.keys() - ours - {MANIFEST, *_PRESERVED_FILES})
        if foreign:
            more = f" and {len(foreign) - _NAMED} more" if len(foreign) > _NAMED else ""
            raise hosts.HostError(
                f"{self.shown} contains files that chronicle did not write:"
                f" {', '.join(foreign[:_NAMED])}{more}",
                "choose an empty or new folder, or move the files away",
            )
        self._kept = {
            path: found[path] for path in _PRESERVED_FILES if path in found and path not in ours
        }
        return {path: found[path] for path in found if path in ours}

    def prepare(self, files: Mapping[str, bytes]) -> hosts.SiteChange:
        return hosts.SiteChange(
            hosts.digest_of_site(self.read_files()), hosts.digest_of_site(files)
        )

    def has_changed(self, change: hosts.SiteChange) -> bool | None:
        there = hosts.digest_of_site(self.read_files())
        return True if there == change.now else False if there == change.was else None

    def put(self, files: Mapping[str, bytes]) -> None:
        try:
            self._put({**self._kept, **files}, manifest_text(files))
        except OSError as error:
            raise _cant(self.shown, "written", error) from error

    def _files(self) -> dict[str, bytes]:
        if not self.folder.exists():
            return {}
        if not self.folder.is_dir():
            raise NotADirectoryError(0, "it is a file, not a folder")
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_symlink() or not path.is_dir()
        }

    def _put(self, files: Mapping[str, bytes], listing: str) -> None:
        folder = self.folder.resolve()
        with hosts.open_stage(folder, self.shown) as stage:
            new = stage / NEW_TREE / folder.name
            for name in sorted(files):
                path = new / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(files[name])
            new.mkdir(parents=True, exist_ok=True)
            (new / MANIFEST).write_text(listing, encoding="utf-8")
            if folder.exists():
                new.chmod(folder.stat().st_mode & 0o777)
            replace_as_one(stage, [folder.name])


def _cant(shown: str, what: str, error: OSError) -> hosts.HostError:
    detail = error.strerror or os.strerror(error.errno or 0)
    return hosts.HostError(
        f"{shown} can't be {what}: {detail}", "nothing changed; check permissions and disk space"
    )
