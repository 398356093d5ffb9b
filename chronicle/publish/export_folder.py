"""Write an export into a folder of its own, which a person may use in between."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.store import paths_in
from chronicle.publish.atomic_write import write_all_or_none
from chronicle.publish.writer import manifest_text, read_manifest

#: The list of the files that an export wrote; not that of a build, whose folder may be published.
MANIFEST: Final = ".chronicle-export.json"


def replace_export(files: Mapping[str, bytes], folder: Path, report: Report) -> tuple[str, ...]:
    """Replace the files that an earlier export wrote into a folder by these.

    Other files stay, such as notes and settings of a person. Those that are in the way, or all
    that are visible if the folder has no earlier export, are returned; then nothing is written.
    """
    there = {*paths_in(folder)}
    listed = read_manifest(folder / MANIFEST)
    others = there - listed - {MANIFEST}
    ours = {path.casefold() for path in files}
    tops = sorted({path.split("/")[0] for path in files})
    linked = [name for name in tops if (folder / name).is_symlink()]
    in_the_way = sorted(
        path
        for path in others
        if path.casefold() in ours or (MANIFEST not in there and not path.startswith("."))
    )
    if linked or in_the_way:
        return (*linked, *in_the_way)
    listing = manifest_text(files).encode()
    gone = dict.fromkeys(sorted(listed & there - files.keys()))
    # Before the new ones: on some systems a name that differs in case only is the same file.
    if write_all_or_none(gone, folder, report):
        write_all_or_none({**files, MANIFEST: listing}, folder, report, create=True)
    return ()
