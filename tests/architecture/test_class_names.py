"""A class name has one meaning over the whole package."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.architecture.test_imports import PACKAGE

#: Names with more than one definition, each with the reason.
ALLOWED: Final[Mapping[str, str]] = {
    "Altered": "the base record of `rules/kit` and its two concrete events, one JSON kind",
    **dict.fromkeys(
        ("Catalogue", "CatalogueInput"),
        "the same record in two rulesets; one has a module for it, the other a package",
    ),
    "CheckSide": "the same record in two rulesets; one has a module for it, the other keeps it"
    " beside the check",
    "ActionResult": "the same record in two rulesets; one has a module for it, the other keeps it"
    " beside the context of the action",
    "EffectDraft": "the base record of `rules/kit` and the rulesets' own",
    "AdjustmentEffect": "the base record of `rules/kit` and the rulesets' own",
    "Upkeep": "an event of `lieutenants`, named by its JSON kind, and an effect of `wwn`, named by"
    " its YAML key",
}


def public_classes(package: Path) -> Mapping[str, Sequence[Path]]:
    """The modules that define each public class, relative to the package."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sorted(package.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path.relative_to(package))
    return found


def is_parallel(modules: Sequence[Path]) -> bool:
    """Whether a name is used for the same job by several rulesets, in one module of each.

    Errors and warnings form a closed family: each ruleset has its own class for a shared message.
    So do the records of orders, each in the module of its action or of all orders.
    """
    if any(module.parts[0] != "rules" for module in modules):
        return False
    if len({module.parts[1] for module in modules}) < len(modules):
        return False
    jobs = {"order" if _is_of_orders(module) else module.name for module in modules}
    is_finding = all("diagnostics" in "/".join(module.parts[2:]) for module in modules)
    return is_finding or len(jobs) == 1


def _is_of_orders(module: Path) -> bool:
    return "actions" in module.parts or module.name == "orders.py"


def collisions(package: Path) -> Iterator[str]:
    """The names that are defined more than once for different things."""
    for name, modules in public_classes(package).items():
        if len(modules) > 1 and not is_parallel(modules):
            yield name


def test_a_class_name_has_one_meaning_unless_it_is_allowed_more() -> None:
    assert set(collisions(PACKAGE)) == set(ALLOWED)


def test_a_second_meaning_is_found(tmp_path: Path) -> None:
    for folder in ("load", "render"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "volume.py").write_text("class Volume:\n    pass\n")
    assert list(collisions(tmp_path)) == ["Volume"]


def test_two_modules_of_one_ruleset_may_not_share_a_name(tmp_path: Path) -> None:
    ruleset = tmp_path / "rules" / "chess"
    ruleset.mkdir(parents=True)
    for module in ("state", "events"):
        (ruleset / f"{module}.py").write_text("class Moved:\n    pass\n")
    assert list(collisions(tmp_path)) == ["Moved"]
