"""Which repositories are the same, and what in them speaks against a deploy."""

from __future__ import annotations

import pytest

from chronicle.authoring.repository_checks import (
    Objection,
    Repository,
    find_objections,
    github_pages_address,
    is_same_repository,
)
from chronicle.model.publication import Hosting


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("git@git.example:ada/Ferry.git", "https://git.example/ada/ferry", True),
        ("ssh://git@git.example:22/ada/ferry.git", "https://u:p@git.example/ada/ferry/", True),
        ("file:///srv/ferry.git", "/srv/ferry", True),
        ("/srv/ferry/.git", "/srv/ferry", True),
        ("git@git.example:ada/ferry.git", "git@git.example:bo/ferry.git", False),
        ("/srv/ferry.git", "https://srv/ferry.git", False),
    ],
)
def test_repository_urls_are_normalised(one: str, other: str, same: object) -> None:
    assert is_same_repository(one, other) is same


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("git@github.com:Ada/Ferry.git", "https://ada.github.io/ferry/"),
        ("https://github.com/ada/ada.github.io", "https://ada.github.io/"),
        ("https://git.example/ada/ferry.git", None),
        ("../ferry.git", None),
    ],
)
def test_the_address_of_a_site_follows_from_its_repository(url: str, address: str | None) -> None:
    assert github_pages_address(url) == address


def test_a_bare_repository_beside_the_campaign_is_another_one() -> None:
    notes = Repository("/home/ferry", content=("content/turns/001.yaml",))
    assert find_objections(notes, "/home/ferry.git", "gh-pages", private=False) == ()
    assert find_objections(notes, "/home/ferry.git/", "gh-pages", private=False) == ()
    for target in ("/home/ferry", "/home/ferry/.git", "file:///home/ferry/"):
        assert find_objections(notes, target, "gh-pages", private=False)


AWAY = "git@git.example:ada/notes.git"
SITE = "git@git.example:ada/site.git"


def spoken(repository: Repository, *, private: bool = False) -> list[bool]:
    """What speaks against the site's repository, by whether it refuses."""
    found: tuple[Objection, ...] = find_objections(repository, SITE, "gh-pages", private=private)
    return [objection.refuses for objection in found]


@pytest.mark.parametrize(
    ("repository", "refuses"),
    [
        (Repository("/home/a"), []),
        (Repository("/home/a", {"origin": AWAY}, keys=("a.key",)), [True]),
        (Repository("/home/a", {"origin": "/srv/a.git"}, keys=("a.key",)), [False]),
        (Repository("/home/a", {"origin": SITE}, private=("output/private/gm/x",)), [True]),
        (Repository("/home/a", {"origin": SITE}, exposed=("a.key",)), [True]),
        (Repository("/home/a", {"origin": AWAY}, exposed=("a.key",)), [False]),
        (Repository("/home/a", {"origin": AWAY}, content=("campaign.yaml",)), [True]),
        (Repository("/home/a", {"origin": "/srv/a.git"}, content=("campaign.yaml",)), []),
        (Repository("/home/a", {"origin": AWAY}, past_keys=("a.key",)), [True]),
        (Repository("/home/a", {"origin": "/srv/a.git"}, past_keys=("a.key",)), [False]),
        (Repository("/home/a", {"origin": AWAY}, past=("cards.html",)), [False]),
        (Repository("/home/a", {"origin": SITE}, content=("campaign.yaml",)), [True]),
    ],
)
def test_problems_with_a_host_are_reported(repository: Repository, refuses: list[bool]) -> None:
    assert spoken(repository) == refuses


def test_a_private_repository_may_hold_both_on_two_branches() -> None:
    remotes = {"origin": SITE}
    both = Repository("/home/a", remotes, content=("campaign.yaml",))
    mixed = Repository("/home/a", remotes, content=("campaign.yaml",), holding=("gh-pages",))
    assert spoken(both, private=True) == []
    assert spoken(mixed, private=True) == [True]
    assert Hosting(SITE, private=True).branch == "gh-pages"
