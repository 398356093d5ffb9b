"""Campaigns that broke a law, made smaller: `make test` tries those in `corpus/` again."""

from __future__ import annotations

import hashlib
import json
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.campaigns.yaml_output import yaml
from chronicle.records import Record, replace
from tests.fuzz.mutations import parsed
from tests.proposals.proposed_campaigns import ProposedCampaign, UnsoundCampaignError

CORPUS: Final = Path(__file__).parent / "corpus"
#: Seconds that it may take to make a campaign smaller.
_SHRINKING: Final = 300

#: Raises an exception if a campaign breaks a law.
Check: TypeAlias = Callable[[ProposedCampaign], None]


class CampaignCase(Record):
    """Files of a campaign, and the name of the check that they fail."""

    check: str
    kind: str
    seed: str
    files: Mapping[str, bytes]

    def broken_by(self, check: Check) -> str | None:
        """The law that the campaign breaks, None if it keeps all, or isn't a campaign."""
        try:
            check(ProposedCampaign(self.kind, self.seed, self.files))
        except UnsoundCampaignError:
            return None
        except Exception as error:  # noqa: BLE001  whatever it is, it is what is looked for
            return law_of(error)
        return None


def hold(game: ProposedCampaign, name: str, check: Check, corpus: Path = CORPUS) -> None:
    """Check a campaign; one that fails is made smaller and kept, once for each law."""
    case = CampaignCase(name, game.kind, game.seed, dict(game.files))
    try:
        check(game)
    except Exception as error:
        law = law_of(error)
        path = corpus / f"{name}-{hashlib.sha256(law.encode()).hexdigest()[:8]}.json"
        if not path.exists():
            corpus.mkdir(exist_ok=True)
            path.write_text(text_of_case(smallest(case, law, check), law), encoding="utf-8")
        raise AssertionError(f"{law}; made smaller and kept in {path}") from error


def law_of(error: Exception) -> str:
    """What was broken, and where; the same for the same fault in another campaign."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name} {frame.name}: {frame.line}"


def smallest(case: CampaignCase, law: str, check: Check) -> CampaignCase:
    """The case with as much left out as can be while it breaks the same law."""
    until = time.monotonic() + _SHRINKING

    def breaks(less: CampaignCase) -> bool:
        return time.monotonic() < until and less.broken_by(check) == law

    found = True
    while found:
        found = False
        # Later turns go first, so that those before them need not be played.
        for path in sorted(case.files, key=lambda it: (it.startswith("turns/"), it), reverse=True):
            if breaks(less := _without(case, path, None)) or breaks(less := _unnamed(case, path)):
                case, found = less, True
            elif path.endswith(".yaml"):
                less = _with_less_in(case, path, breaks)
                case, found = less, found or less is not case
    return case


def _with_less_in(
    case: CampaignCase, path: str, breaks: Callable[[CampaignCase], bool]
) -> CampaignCase:
    """The case with as much left out of one file."""
    tree, count = parsed(case.files[path]), 0
    while count < len(places := list(_places(tree))):
        rest = _without_place(tree, places[count])
        if breaks(less := _without(case, path, rest)):
            case, tree = less, rest
        else:
            count += 1
    return case


def _without(case: CampaignCase, path: str, rest: Any) -> CampaignCase:
    """The case with the rest of a file, or without it."""
    files = {it: content for it, content in case.files.items() if it != path}
    return replace(case, files={**files, path: yaml(rest).encode()} if rest else files)


def _unnamed(case: CampaignCase, path: str) -> CampaignCase:
    """The case without a file, and without its id wherever that stands."""
    less = _without(case, path, None)
    for other in less.files:
        tree = parsed(less.files[other]) if other.endswith(".yaml") else None
        if (rest := _without_id(tree, Path(path).stem)) != tree:
            less = _without(less, other, rest)
    return less


def _without_id(tree: Any, id: str) -> Any:
    if isinstance(tree, dict):
        return {key: _without_id(it, id) for key, it in tree.items() if id not in (key, it)}
    if isinstance(tree, list):
        return [_without_id(it, id) for it in tree if it != id]
    return tree


def _places(tree: Any) -> Iterator[tuple[Any, ...]]:
    """Whatever can be left out of a tree, as the keys that lead there; the widest first."""
    level: list[tuple[tuple[Any, ...], Any]] = [((), tree)]
    while level:
        below = []
        for path, value in level:
            if isinstance(value, dict | list):
                items = value.items() if isinstance(value, dict) else enumerate(value)
                below += [((*path, key), item) for key, item in items]
        yield from (path for path, _ in below)
        level = below


def _without_place(tree: Any, path: tuple[Any, ...]) -> Any:
    rest = parent = deepcopy(tree)
    for key in path[:-1]:
        parent = parent[key]
    del parent[path[-1]]
    return rest


def text_of_case(case: CampaignCase, about: str) -> str:
    """A case as JSON."""
    files = {path: content.decode() for path, content in sorted(case.files.items())}
    document = {"about": about, "check": case.check, "kind": case.kind, "seed": case.seed}
    return json.dumps({**document, "files": files}, indent=1) + "\n"


def case_of_text(text: str) -> CampaignCase:
    """The case in a file of the corpus."""
    document = json.loads(text)
    files = {path: content.encode() for path, content in document["files"].items()}
    return CampaignCase(document["check"], document["kind"], document["seed"], files)
