"""A page that a browser has kept finds its style and scripts until the second deploy after it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.cli.command_runner import lay
from tests.cli.deploy.deployments import deploy, text_of, to
from tests.cli.git_repositories import lying
from tests.small_campaign import SOUND

HEAD = SOUND["campaign.yaml"]
FIRST, SECOND = "assets/look.0123456789.css", "assets/look.abcdef0123.css"


def _in_zip(here: Path) -> set[str]:
    with ZipFile(here / "web.zip") as archive:
        return set(archive.namelist())


#: For each kind of host, a deploy to it, and the paths that are there then.
HOSTS: dict[str, tuple[Callable[[Path], object], Callable[[Path], set[str]]]] = {
    "folder": (lambda _: deploy("--to", "web"), lambda here: set(text_of(here / "web"))),
    "zip": (lambda _: deploy("--zip", "web.zip"), _in_zip),
    "branch": (lambda here: to(here / "site.git"), lambda here: set(lying(here / "site.git"))),
}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.usefixtures("site")
def test_each_host_keeps_the_assets_of_the_site_before(
    here: Path, made: dict[str, bytes], host: str
) -> None:
    put, paths = HOSTS[host]
    made[f"site/{FIRST}"] = b"a {}"
    made["site/pictures/old.png"] = b"old"
    put(here)
    assert paths(here) & {FIRST, SECOND} == {FIRST}
    del made[f"site/{FIRST}"], made["site/pictures/old.png"]
    made[f"site/{SECOND}"] = b"b {}"
    for _ in range(2):
        put(here)
        assert paths(here) & {FIRST, SECOND} == {FIRST, SECOND}, "nothing changes the second time"
        assert "pictures/old.png" not in paths(here), "a picture may have to go at once"
    made["site/index.html"] = b"<main>Another text</main>"
    put(here)
    assert paths(here) & {FIRST, SECOND} == {SECOND}
    assert "assets/earlier.txt" not in paths(here)


def test_what_was_kept_and_is_used_again_is_kept_once_more(
    here: Path, made: dict[str, bytes]
) -> None:
    made[f"site/{FIRST}"] = b"a {}"
    for gone, new, content in ((FIRST, SECOND, b"b {}"), (SECOND, FIRST, b"a {}")):
        assert deploy("--to", "web").code == 0
        del made[f"site/{gone}"]
        made[f"site/{new}"] = content
    assert deploy("--to", "web").code == 0
    files = text_of(here / "web")
    assert files["assets/earlier.txt"] == f"{SECOND}\n".encode()
    assert {FIRST, SECOND} <= files.keys()


def test_a_page_of_the_day_before_finds_all_that_it_uses(here: Path) -> None:
    found = []
    for accent in ("#14532d", "#5f1f3a"):
        lay(here / "content", {"campaign.yaml": f'{HEAD}look: {{accent: "{accent}"}}\n'})
        assert deploy("--to", "web").code == 0
        found.append(text_of(here / "web"))
    before, after = found
    used = used_by(before["index.html"], before)
    assert used > used & used_by(after["index.html"], after), "the style is another one"
    assert {path: after.get(path) for path in used} == {path: before[path] for path in used}
    lay(here / "content", {"turns/002.yaml": "turn: 2\n"})
    assert deploy("--to", "web").code == 0
    assert not used <= text_of(here / "web").keys()


def used_by(page: bytes, files: Mapping[str, bytes]) -> set[str]:
    """The static files that a page at the top of the site uses, and those that these use."""
    more = {it.decode() for it in re.findall(rb'(?:href|src)="(assets/[^"]+)"', page)}
    found: set[str] = set()
    while more:
        path = more.pop()
        found.add(path)
        names = re.findall(rb"[\w-]+\.[0-9a-f]{10}\.\w+", files.get(path, b""))
        more |= {f"assets/{name.decode()}" for name in names} - found
    return found
