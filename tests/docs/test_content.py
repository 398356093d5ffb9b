"""The content reference lists the keys that are read: none is missing and none is stale."""

from __future__ import annotations

import re
import sys
from types import ModuleType
from typing import Final, get_args

import pytest

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.load import inputs, multi_site
from chronicle.records import Record
from chronicle.rules.freeform import inputs as freeform
from chronicle.rules.kit.adjustments import BaseAdjustmentInput
from chronicle.rules.lieutenants import catalogue
from chronicle.rules.lieutenants import inputs as lieutenants
from chronicle.rules.lieutenants.catalogue import PowerKind
from chronicle.rules.lieutenants.terms import ActionName
from chronicle.rules.shadow import inputs as shadow
from chronicle.rules.shadow.actions import attack, common, mobilize, raise_influence, support
from chronicle.rules.wwn import inputs as wwn
from chronicle.rules.wwn.catalogue import inputs as wwn_catalogue
from chronicle.rules.wwn.terms import RulesGoalKind
from chronicle.yaml.decode import InputModel, decode, json_schemas
from chronicle.yaml.decode.input_model import InputKey
from chronicle.yaml.parser import compose
from tests.docs.pages import ROOT, sections

SHARED: Final = "docs/reference/content.md"
FREEFORM: Final = "docs/reference/content-freeform.md"
SHADOW: Final = "docs/reference/content-shadow.md"
LIEUTENANTS: Final = "docs/reference/content-lieutenants.md"
WWN: Final = "docs/reference/content-wwn.md"
#: The page of the assets of `wwn` has the table of effects; another test compares it. The keys of
#: all adjustments are in the table of each ruleset's own.
ELSEWHERE: Final[frozenset[type[InputModel]]] = frozenset(
    {
        BaseAdjustmentInput,
        # `published.yaml`, which chronicle writes, is described in words.
        inputs.PublicationRecordInput,
        inputs.PublishedTurnInput,
        inputs.AmendmentInput,
        inputs.SubscriptionIdsInput,
        inputs.ToldDeadlineInput,
        wwn_catalogue.CatalogueEffectInput,
    }
)

#: What all conspiracies have in common; its own keys are in a separate table.
PLOT: Final = common.ConspiracyInput
ASIDE: Final[dict[type[InputModel], type[InputModel]]] = {
    freeform.AdjustmentInput: freeform.EffectInput,
    shadow.AdjustmentInput: shadow.EffectInput,
    raise_influence.RaiseInput: PLOT,
    mobilize.MobilizeInput: PLOT,
    attack.AttackResourceInput: PLOT,
    attack.AttackActorInput: PLOT,
    lieutenants.AdjustmentInput: lieutenants.EffectInput,
    lieutenants.OrderInput: lieutenants.ActionInput,
    wwn.AdjustmentInput: wwn.EffectInput,
    wwn.ExpandInput: wwn.ExpansionInput,
    wwn.GmGoalInput: wwn.GoalInput,
}
SHAPES: Final[dict[str, dict[str, type[InputModel]]]] = {
    SHARED: {
        "Passages": inputs.PassageInput,
        "`campaign.yaml`": inputs.CampaignInput,
        "`stories:`": inputs.StoryInput,
        "`allow:`": inputs.AllowedSlipInput,
        "`calendar:`": inputs.CalendarInput,
        "`months:`": inputs.MonthInput,
        "`leap:`": inputs.LeapRuleInput,
        "`next:`": inputs.NextTurnInput,
        "`card:`": inputs.PreviewImageInput,
        "`deploy:`": inputs.DeployInput,
        "`factions/<id>.yaml`": inputs.FactionInput,
        "`plays:`": inputs.CharacterInput,
        "`aims:`": inputs.AimInput,
        "`places.yaml`": inputs.PlacesInput,
        "`map:`": inputs.MapBackgroundInput,
        "A place": inputs.PlaceInput,
        "`map.yaml`": inputs.MapShapesInput,
        "A line": inputs.MapLineInput,
        "A region": inputs.MapRegionInput,
        "`turns/NNN.yaml`": inputs.TurnInput,
        "`news:`": inputs.NewsInput,
        "`rumors:`": inputs.RumorInput,
        "`reveals:`": inputs.RevealInput,
        "`relations:`": inputs.RelationInput,
        "`renames:`": inputs.RenameInput,
        "`modifiers:` of a turn": inputs.TurnModifierInput,
        "`people/<id>.md` and `items/<id>.md`": inputs.EntityInput,
        "`portrait:`": inputs.PortraitInput,
        "Ties": inputs.TieInput,
        "`pages/*.md`": inputs.PageInput,
        "`shelf.yaml`": multi_site.MultiSiteInput,
    },
    FREEFORM: {
        "`rules:`": freeform.RulesInput,
        "`counters:`": freeform.CounterInput,
        "`clocks:`": freeform.ClockInput,
        "`opening:`": freeform.OpeningInput,
        "`orders:`": freeform.OrdersInput,
        "`actions:`": freeform.OrderInput,
        "`outcome:`": freeform.ToldInput,
        "`effects:`": freeform.EffectInput,
        "`adjustments:`": freeform.AdjustmentInput,
    },
    SHADOW: {
        "`rules:`": shadow.RulesInput,
        "`opening:`": shadow.PowerInput,
        "`actor:`": shadow.ActorInput,
        "`resources:`": shadow.ResourceInput,
        "`effects:`": shadow.EffectInput,
        "`adjustments:`": shadow.AdjustmentInput,
        "`orders:`": shadow.PowerOrdersInput,
        "`conspiracies:`": PLOT,
        "`action: raise`": raise_influence.RaiseInput,
        "`action: mobilize`": mobilize.MobilizeInput,
        "`action: attack-resource`": attack.AttackResourceInput,
        "`action: attack-actor`": attack.AttackActorInput,
        "`new_resource:`": raise_influence.NewResourceInput,
        "`help:` and `block:`": support.SupportInput,
        "`assist:`": shadow.AssistInput,
    },
    LIEUTENANTS: {
        "`rules:`": lieutenants.RulesInput,
        "`catalogue:`": catalogue.CatalogueInput,
        "`units:` of the catalogue": catalogue.UnitTypeInput,
        "`facilities:` of the catalogue": catalogue.FacilityTypeInput,
        "`abilities:` of the catalogue": catalogue.UnitAbilityInput,
        "`upgrades:` of the catalogue": catalogue.UpgradeInput,
        "`powers:`": catalogue.UnitPowerInput,
        "`opening:` of a place": lieutenants.PlaceOpeningInput,
        "`work:`": lieutenants.WorkInput,
        "`opening:` of a faction": lieutenants.FactionOpeningInput,
        "`lieutenants:`": lieutenants.LieutenantInput,
        "`units:`": lieutenants.UnitInput,
        "`items:`": lieutenants.ItemInput,
        "`bonuses:`": lieutenants.BonusInput,
        "`information:`": lieutenants.InformationInput,
        "`facilities:`": lieutenants.FacilityInput,
        "`orders:`": lieutenants.FactionOrdersInput,
        "`actions:`": lieutenants.OrderInput,
        "What is done": lieutenants.ActionInput,
        "`target:` and `take:`": lieutenants.TargetInput,
        "`buy:`": lieutenants.PurchaseInput,
        "`gain:`": lieutenants.GainInput,
        "`check:`": lieutenants.CheckInput,
        "`brings:`": lieutenants.BringsInput,
        "`modifiers:`": lieutenants.ModifierInput,
        "`effects:`": lieutenants.EffectInput,
        "`modifier:`": lieutenants.StandingModifierInput,
        "`adjustments:`": lieutenants.AdjustmentInput,
    },
    WWN: {
        "`rules:`": wwn.RulesInput,
        "`catalogue:`": wwn_catalogue.CatalogueInput,
        "`assets:` of the catalogue": wwn_catalogue.AssetTypeInput,
        "`attack:` of the catalogue": wwn_catalogue.AttackProfileInput,
        "`tags:` of the catalogue": wwn_catalogue.TagInput,
        "`opening:` of a place": wwn.PlaceOpeningInput,
        "`opening:` of a faction": wwn.FactionOpeningInput,
        "`bases:`": wwn.BaseInput,
        "`assets:`": wwn.AssetInput,
        "`goal:`": wwn.GoalInput,
        "A goal of your own": wwn.GmGoalInput,
        "`standing:`": wwn.PolicyInput,
        "`orders:`": wwn.FactionOrdersInput,
        "`abilities:`": wwn.AbilityInput,
        "`attack:`": wwn.AttackInput,
        "`move:`": wwn.MoveInput,
        "`repair:`": wwn.RepairInput,
        "`expand:`": wwn.ExpandInput,
        "A free repair": wwn.AssetRepairInput,
        "A new base": wwn.ExpansionInput,
        "`create:`": wwn.CreateInput,
        "`hide:` and `sell:`": wwn.HideOrSellInput,
        "`redo:`": wwn.RedoInput,
        "`effects:`": wwn.EffectInput,
        "`adjustments:`": wwn.AdjustmentInput,
    },
}
MODULES: Final[dict[str, tuple[ModuleType, ...]]] = {
    SHARED: (inputs, multi_site),
    FREEFORM: (freeform,),
    SHADOW: (shadow, attack, common, mobilize, raise_influence, support),
    LIEUTENANTS: (lieutenants, catalogue),
    WWN: (wwn, wwn_catalogue),
}
#: Tables that list no keys; other tests check them.
OTHER_TABLES: Final = {
    SHARED: {"Audience words"},
    FREEFORM: set[str](),
    SHADOW: set[str](),
    LIEUTENANTS: {"Which action takes which key", "`rolls:`"},
    WWN: {"`rolls:`"},
}
#: Bounds and choices that the pages state in one place, not with each key.
STATED_ONCE: Final[tuple[frozenset[str], ...]] = (
    frozenset({"0", "1000"}),
    frozenset({"everyone", "factions", "gm", "1"}),
    frozenset({"1", *get_args(ActionName)}),
    frozenset(get_args(PowerKind)),
    frozenset(get_args(RulesGoalKind)),
    # A list that is needed is not empty.
    frozenset({"1"}),
    frozenset({"true", "false"}),
    # A number is one that a file can hold.
    frozenset({str(-sys.float_info.max), str(sys.float_info.max)}),
)
_EXAMPLE: Final = re.compile(r"(\*\*)?`(?P<text>(?P<key>[a-z_]+): .+?)`(\*\*)?")
_DEFAULT: Final = re.compile(r"\bdefault `([^`]*)`")


class KeyRow(Record):
    """An entry about a key: an example of it, in bold if the key is required, and its meaning."""

    example: str
    meaning: str
    required: bool

    @property
    def key(self) -> str:
        return self.example.partition(":")[0]

    @property
    def default(self) -> str:
        if self.required:
            return "required"
        found = _DEFAULT.search(self.meaning)
        return found[1] if found else "none"


def key_rows(page: str, title: str) -> tuple[KeyRow, ...]:
    """The keys that are listed under a heading."""
    found = [
        (example, text)
        for term, text in sections(page)[title].terms
        if (example := _EXAMPLE.fullmatch(term))
    ]
    return tuple(KeyRow(example["text"], text, bool(example[1])) for example, text in found)


class Table(Record):
    """A table of keys on a page, and the shape that it lists."""

    page: str
    title: str
    shape: type[InputModel]

    @property
    def rows(self) -> tuple[KeyRow, ...]:
        """The entries of the list of keys."""
        return key_rows(self.page, self.title)


CASES: Final = tuple(
    Table(page, title, shape) for page, tables in SHAPES.items() for title, shape in tables.items()
)
each_table = pytest.mark.parametrize(
    "table", CASES, ids=lambda table: f"{table.page}:{table.title}"
)


def own_fields(shape: type[InputModel]) -> dict[str, InputKey]:
    """A shape's fields by the key an author writes, without those told elsewhere."""
    elsewhere = ASIDE[shape].fields() if shape in ASIDE else {}
    return {key.name: key for name, key in shape.fields().items() if name not in elsewhere}


def default_of(field: InputKey) -> str:
    """The default as the page writes it."""
    if field.is_required:
        return "required"
    # Left out, a key that is true or false is false, as the page says once.
    if field.default is True:
        return "true"
    empty = field.default is None or field.default is False or field.default in ("", [], {})
    return "none" if empty else str(field.default)


def limits(schema: object) -> set[str]:
    """Every bound and every word of choice in a key's JSON Schema, as in a sentence."""
    match schema:
        case dict():
            bounds = ("minimum", "maximum", "minItems", "maxItems", "minProperties")
            found = {str(schema[name]) for name in bounds if name in schema}
            found |= {str(word).lower() for word in schema.get("enum", ()) if word != ""}
            found |= {str(schema["const"]).lower()} if "const" in schema else set()
            inner = [part for name, part in schema.items() if name not in ("default", "$ref")]
            return found.union(*(limits(part) for part in inner))
        case list():
            return set[str]().union(*(limits(part) for part in schema))
        case _:
            return set()


@pytest.mark.parametrize("page", SHAPES)
def test_every_shape_has_its_table(page: str) -> None:
    all_shapes = {
        value
        for module in MODULES[page]
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, InputModel) and value is not InputModel
    }
    assert all_shapes - ELSEWHERE == set(SHAPES[page].values())
    with_rows = {
        title for title, part in sections(page).items() if part.rows or key_rows(page, title)
    }
    assert with_rows - OTHER_TABLES[page] == set(SHAPES[page])


@each_table
def test_the_keys_of_a_table_are_those_that_are_read(table: Table) -> None:
    assert [row.key for row in table.rows] == list(own_fields(table.shape))


@each_table
def test_the_defaults_of_a_table_are_those_of_the_code(table: Table) -> None:
    expected = [default_of(field) for field in own_fields(table.shape).values()]
    assert [row.default for row in table.rows] == expected


@each_table
def test_the_rows_of_a_table_name_every_bound_and_choice(table: Table) -> None:
    names, definitions = json_schemas([table.shape])
    schema = definitions[names[table.shape]]["properties"]
    for row in table.rows:
        missing = limits(schema[row.key]) - set(re.findall(r"(?<!\w)-?[\w-]+", row.meaning))
        assert any(missing <= stated for stated in STATED_ONCE), (row.key, missing)


@each_table
def test_the_example_of_a_key_is_accepted(table: Table) -> None:
    for row in table.rows:
        report = Report()
        node = compose(Source(table.title, row.example), report)
        assert node is not None
        decode(table.shape, node, report)
        codes = {finding.code for finding in report.findings}
        assert codes <= {content.MissingKey.code}, (row.example, report.findings)


def test_the_page_names_every_sigil_that_the_default_theme_draws() -> None:
    drawn = sorted(path.stem for path in (ROOT / "themes/annals/sigils").glob("*.svg"))
    text = (ROOT / SHARED).read_text(encoding="utf-8")
    listed = text.partition("draws these sigils: ")[2].partition(".\n")[0]
    assert re.findall(r"`([a-z]+)`", listed) == drawn
