"""What pages let a browser do: run and fetch what lies beside them, and nothing else."""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from chronicle.build import Lock, make
from chronicle.diagnostics import Report
from chronicle.seal import Keys
from chronicle.site import UNLOCK
from tests.golden.campaigns import TIDE_BELL
from tests.site import checks
from tests.sound import tree_of

#: The dossier page shows secret pictures that it has opened, under addresses of its own.
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{}; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'"
)
CHECKS: Final = ("markup_faults", "id_faults", "head_faults", "heading_faults")
#: As much script as a public page may ask for, compressed.
MOST: Final = 15_000


@lru_cache(maxsize=1)
def files() -> Mapping[str, bytes]:
    """All files of a small campaign with sealed dossiers."""
    keys = Keys(bytes(32), rotations={}, generations={}, own={}, logins={}, demo=True)
    made = make(tree_of(TIDE_BELL), Report(), lock=Lock(keys))
    assert made is not None
    return made


@lru_cache(maxsize=1)
def pages() -> Mapping[str, checks.Parsed]:
    """The pages of every edition but the dossiers in one file, which stand alone."""
    return {
        path: checks.parse(content.decode())
        for path, content in files().items()
        if path.endswith(".html") and not re.fullmatch(rf"private/\w+/{UNLOCK}", path)
    }


def test_every_page_says_what_a_browser_may_do_before_anything_is_fetched() -> None:
    for path, page in pages().items():
        names = [tag.name for tag in page.tags]
        metas = [tag for tag in page.tags if tag.name == "meta"]
        policies = [tag for tag in metas if "http-equiv" in tag.attributes]
        wanted = POLICY.format(" blob:" if path == f"site/{UNLOCK}" else "")
        assert [tag.attributes["content"] for tag in policies] == [wanted], path
        first = min(names.index(name) for name in ("link", "script") if name in names)
        assert page.tags.index(policies[0]) < first, path


def test_no_page_has_scripts_or_styles_of_its_own_in_it() -> None:
    for path, page in pages().items():
        for tag in page.tags:
            assert tag.name != "style", path
            assert tag.name != "script" or tag.attributes.get("src"), path
            own = [name for name in tag.attributes if name == "style" or name.startswith("on")]
            assert own == [], path


def test_only_maps_and_the_page_of_dossiers_run_scripts() -> None:
    """A map is stepped through turn by turn; without its script it shows the latest."""
    scripted = {
        path for path, page in pages().items() if any(tag.name == "script" for tag in page.tags)
    }
    maps = {path for path in pages() if path.endswith("/map.html")}
    assert {"site/map.html", "private/gm/map.html"} < maps
    assert scripted == {f"site/{UNLOCK}", *maps}


def test_the_script_of_the_map_is_small() -> None:
    (script,) = (
        content for path, content in files().items() if path.startswith("site/assets/map.")
    )
    assert len(script) <= 3000


def test_the_page_of_dossiers_is_sound_and_found_by_no_search_engine() -> None:
    page = pages()[f"site/{UNLOCK}"]
    assert [fault for check in CHECKS for fault in getattr(checks, check)(page)] == []
    site = {path.removeprefix("site/") for path in files() if path.startswith("site/")}
    assert checks.link_faults(UNLOCK, page, site, {UNLOCK: checks.ids_of(page)}) == []
    metas = {tag.attributes.get("name"): tag.attributes for tag in page.tags if tag.name == "meta"}
    assert metas["robots"]["content"] == "noindex, nofollow"
    assert metas["referrer"]["content"] == "no-referrer"


def test_every_public_page_leads_to_the_dossiers() -> None:
    for path, page in pages().items():
        if path.startswith("site/"):
            own = path.removeprefix("site/")
            assert UNLOCK in checks.targets(own, page), path


def test_without_keys_no_page_speaks_of_dossiers_to_be_opened() -> None:
    made = make(tree_of(TIDE_BELL), Report())
    assert made is not None
    public = {path: page for path, page in made.items() if path.startswith("site/")}
    assert f"site/{UNLOCK}" not in public
    assert not [path for path, page in public.items() if UNLOCK.encode() in page]


def test_all_scripts_together_weigh_little() -> None:
    public = {path: content for path, content in files().items() if path.startswith("site/")}
    scripts = [content for path, content in public.items() if path.endswith(".js")]
    assert scripts
    assert sum(len(gzip.compress(script, 9)) for script in scripts) <= MOST
