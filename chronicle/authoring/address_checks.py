"""Checks of where a campaign is deployed to, and of the address of its site."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.authoring.repository_checks import Objection, github_pages_address, is_github_pages
from chronicle.model.hosting import Hosting


def address_objections(
    address: str, hosting: Hosting | None, url: str, *, published: bool
) -> Iterator[Objection]:
    """What is wrong with `deploy:` and `address:`, as far as can be told without the network.

    ``url`` is the address of the repository to deploy to, empty if there is no remote of that name.
    """
    if hosting is not None and not url:
        yield Objection(
            f"`deploy:` names the remote `{hosting.remote}`, which does not exist",
            "write the address of a repository instead",
        )
    expected = github_pages_address(url) if url else None
    if not address and published:
        yield Objection(
            "the campaign has no `address:`, so the site has no feed and invite cards no links",
            f"write `address: {expected or 'https://…/'}` in campaign.yaml",
            refuses=False,
        )
    elif expected is not None and is_github_pages(address) and address.casefold() != expected:
        yield Objection(
            f"`address:` is {address}, but GitHub Pages uses {expected}",
            f"write `address: {expected}` in campaign.yaml, unless the site has a custom domain",
            refuses=False,
        )
