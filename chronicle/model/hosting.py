"""Where the author publishes a site with git."""

from __future__ import annotations

from chronicle.records import Record


class Hosting(Record):
    """A branch of a repository, given by URL, path or name of a remote.

    ``private`` says that only the author and collaborators can read the campaign's own repository.
    """

    remote: str
    branch: str = "gh-pages"
    private: bool = False
