"""The size of a site, compared with what its host takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report
from chronicle.files.store import sizes_of

#: What GitHub Pages takes, in bytes: a whole site, and a file, which is what git hosts take, too.
MAX_SITE_BYTES: Final = 1_000_000_000
MAX_FILE_BYTES: Final = 100 << 20
#: From this part of a maximum on, there is a warning.
_NEAR: Final = 0.75
_SITE: Final = "site/"


def check_site_size(files: Mapping[str, bytes], report: Report) -> None:
    """Report a site, or a file of it, that is larger than hosts take, or nearly so.

    ``files`` are by path; those outside of ``site/`` are not for the host.
    """
    sizes = {path: size for path, size in sizes_of(files).items() if path.startswith(_SITE)}
    _check("the site", sum(sizes.values()), MAX_SITE_BYTES, report)
    for path, size in sizes.items():
        _check(path, size, MAX_FILE_BYTES, report)


def _check(what: str, size: int, most: int, report: Report) -> None:
    if size > most:
        report.add(problems.SiteTooLarge(at=None, what=what, size=size, most=most))
    elif size > most * _NEAR:
        report.add(problems.SiteNearLimit(at=None, what=what, size=size, most=most))
