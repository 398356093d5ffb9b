"""What pages let a browser do: run and fetch what lies beside them, and nothing else."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.outline.paths import UNLOCK
from chronicle.pipeline import SealOptions, build_files
from chronicle.seal import Keys
from tests.golden.campaigns import TIDE_BELL
from tests.render import html_checks
from tests.render.strict_html import parse_strictly
from tests.small_campaign import tree_of

#: The dossier page shows secret pictures that it has opened, under its own addresses.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'{}; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
CHECKS: Final = ("markup_faults", "id_faults", "head_faults", "heading_faults")
#: What pages run that can be searched and have previews of what they link to.
SEARCHED: Final = {"seek", "preview"}
#: As much script as a public page may ask for, compressed.
MOST: Final = 15_000


@lru_cache(maxsize=1)
def files() -> Mapping[str, bytes]:
    """All files of a small campaign with sealed dossiers."""
    keys = Keys(bytes(32), rotations={}, generations={}, own={}, logins={}, demo=True)
    made = build_files(tree_of(TIDE_BELL), Report(), seal=SealOptions(keys))
    assert made is not None
    return made


@lru_cache(maxsize=1)
def pages() -> Mapping[str, html_checks.Parsed]:
    """The pages of every edition but the dossiers in one file, which stand alone."""
    return {
        path: parse_strictly(content.decode())
        for path, content in files().items()
        if path.endswith(".html") and not re.fullmatch(rf"private/\w+/{UNLOCK}", path)
    }


def test_every_page_declares_its_content_security_policy_first() -> None:
    for path, page in pages().items():
        names = [tag.name for tag in page.tags]
        metas = [tag for tag in page.tags if tag.name == "meta"]
        policies = [tag for tag in metas if "http-equiv" in tag.attributes]
        wanted = POLICY.format(" blob:" if path == f"site/{UNLOCK}" else "")
        assert [tag.attributes["content"] for tag in policies] == [wanted], path
        first = min(names.index(name) for name in ("link", "script") if name in names)
        assert page.tags.index(policies[0]) < first, path


def test_no_page_has_inline_scripts_or_styles() -> None:
    for path, page in pages().items():
        for tag in page.tags:
            assert tag.name != "style", path
            assert tag.name != "script" or tag.attributes.get("src"), path
            own = [name for name in tag.attributes if name == "style" or name.startswith("on")]
            assert own == [], path


def scripts_of(page: html_checks.Parsed) -> set[str]:
    """The names of the scripts that a page runs, without the hashes in them."""
    return {name.partition(".")[0] for name in sources_of(page)}


def sources_of(page: html_checks.Parsed) -> list[str]:
    """The names of the scripts that a page names, in order."""
    found = [tag.attributes["src"] or "" for tag in page.tags if tag.name == "script"]
    return [source.rpartition("/")[2] for source in found]


def test_only_maps_turns_front_pages_order_sheets_and_dossiers_run_scripts_of_their_own() -> None:
    """Maps are stepped through, front pages know the last visit, orders are filled in.

    The map beside a turn goes to each place.
    """
    everywhere = {*SEARCHED, "startup"}
    assert all("startup" in scripts_of(page) for page in pages().values())
    scripted = {path for path, page in pages().items() if scripts_of(page) - everywhere}
    maps = {path for path in pages() if path.endswith("/map.html")}
    assert {"site/map.html", "private/gm/map.html"} < maps
    homes = {path for path in pages() if re.fullmatch(r"(site|private/\w+)/index\.html", path)}
    sheets = {path for path in pages() if path.endswith("/orders.html")}
    turns = {
        path
        for path, page in pages().items()
        if any(tag.attributes.get("data-part") == "turn-map" for tag in page.tags)
    }
    assert {path.rpartition("/")[0].rpartition("/")[2] for path in turns} == {"turns"}
    assert scripted == {f"site/{UNLOCK}", *maps, *turns, *homes, *sheets}


def test_only_public_pages_and_those_of_the_gm_have_search_and_previews() -> None:
    """Sealed dossiers have their own search; the pages of factions have none."""
    for path, page in pages().items():
        is_searched = path.startswith(("site/", "private/gm/")) and path != f"site/{UNLOCK}"
        assert scripts_of(page) & SEARCHED == (SEARCHED if is_searched else set()), path


def test_the_script_of_the_map_is_small() -> None:
    (script,) = (
        content for path, content in files().items() if path.startswith("site/assets/map.")
    )
    assert len(gzip.compress(script, 9, mtime=0)) <= 3000


def test_the_dossier_page_is_valid_and_noindex() -> None:
    page = pages()[f"site/{UNLOCK}"]
    assert [fault for check in CHECKS for fault in getattr(html_checks, check)(page)] == []
    site = {path.removeprefix("site/") for path in files() if path.startswith("site/")}
    assert html_checks.link_faults(UNLOCK, page, site, {UNLOCK: html_checks.ids_of(page)}) == []
    metas = {tag.attributes.get("name"): tag.attributes for tag in page.tags if tag.name == "meta"}
    assert metas["description"]["content"]
    assert metas["robots"]["content"] == "noindex, nofollow"
    assert metas["referrer"]["content"] == "no-referrer"


def test_every_public_page_links_to_the_dossiers() -> None:
    for path, page in pages().items():
        if path.startswith("site/"):
            own = path.removeprefix("site/")
            assert UNLOCK in html_checks.targets(own, page), path


def test_without_keys_no_page_mentions_sealed_dossiers() -> None:
    made = build_files(tree_of(TIDE_BELL), Report())
    assert made is not None
    public = {path: page for path, page in made.items() if path.startswith("site/")}
    assert f"site/{UNLOCK}" not in public
    assert not [path for path, page in public.items() if UNLOCK.encode() in page]


def loaded(page: html_checks.Parsed) -> set[str]:
    """The paths of all scripts that a public page loads before anything is pressed on it."""
    ahead = [f"site/assets/{name}" for name in sources_of(page)]
    found: set[str] = set()
    while ahead:
        path = ahead.pop()
        if path not in found:
            found.add(path)
            imports = re.findall(rb'\bfrom "\./([^"]+)"', files()[path])
            ahead += [f"site/assets/{name.decode()}" for name in imports]
    return found


def weight(scripts: Iterable[str]) -> int:
    return sum(len(gzip.compress(files()[path], 9)) for path in scripts)


def test_scripts_loaded_before_search_are_small() -> None:
    public = {path: page for path, page in pages().items() if path.startswith("site/")}
    sizes = {path: weight(loaded(page)) for path, page in public.items()}
    assert max(sizes.values()) == sizes[f"site/{UNLOCK}"] <= MOST
    assert max(size for path, size in sizes.items() if path != f"site/{UNLOCK}") <= 5600
    # The library comes with the search alone, which is opened on none of them.
    assert not [path for page in public.values() for path in loaded(page) if "minisearch" in path]
    assert [path for path in files() if path.startswith("site/assets/minisearch.")]
