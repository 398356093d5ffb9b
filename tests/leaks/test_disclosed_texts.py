"""What a ruleset tells is no secret from those whom it tells, and a secret from all others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Final

import pytest

from chronicle.files.source import Source, Span
from chronicle.leaks.authored_texts import ADJUSTMENT_REASON, NOBODY, AuthoredText, Knowledge
from chronicle.leaks.campaign_texts import CampaignTexts
from chronicle.leaks.disclosed_texts import DisclosedTexts, disclosed_texts_of
from chronicle.leaks.secrets import Secrets, ThemeText
from chronicle.model.audience import (
    EVERYONE,
    Audience,
    Visibility,
    visibility_of,
    visibility_of_factions,
)
from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.play.history import History
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    MultiSelectField,
    SelectField,
    TextField,
)
from chronicle.rules.protocol import (
    Disclosure,
    HouseRule,
    Measure,
    PlayedTurn,
    Reason,
    Sheet,
    Sighting,
    Step,
    Telling,
)

#: The audiences, as the gate counts them: the public, Oru, Vael.
PUBLIC, BY_ORU, BY_VAEL = 1, 2, 4
ALL: Final = frozenset({"everyone", "vael", "oru"})
VALE, MARSH = place_ref("vale"), place_ref("marsh")


@dataclass
class Stub:
    """A ruleset that says what it is told to say, and of which events: to which audiences."""

    tellings: Mapping[str, Mapping[str, Telling]] = field(default_factory=dict)
    revealed: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[FormPart, ...] | None = None
    #: What was asked for: the sheets, each with turn and audience, and order forms, each with the
    #: turn and what the faction knows.
    asked: list[tuple[int, str, Ref]] = field(default_factory=list)
    forms: list[tuple[int, frozenset[Ref]]] = field(default_factory=list)

    def tell(self, step: Any, audience: Audience) -> Disclosure:
        telling = self.tellings.get(step.event.id, {}).get(audience.word)
        return Disclosure(Reason("not-told" if telling is None else "told"), telling)

    def reveal(self, step: Any) -> Telling | None:
        id = step.event.id
        return Telling(self.revealed[id]) if id in self.revealed else None

    def house_rules(self, _: object, audience: Audience) -> tuple[HouseRule, ...]:
        return (HouseRule("clock", Facts(name="The flood")),) if audience.faction else ()

    def measures(self, _: object) -> tuple[Measure, ...]:
        return (
            Measure("vael", "ships", 3, visibility_of_factions(["vael"])),
            Measure("vael", "towers", 3, visibility_of(EVERYONE)),
        )

    def sheets(
        self, played_turn: Any, memory: object, audience: Audience, refs: Iterable[Ref]
    ) -> Mapping[Ref, Sheet]:
        asked = list(refs)
        self.asked += [(played_turn.turn, audience.word, ref) for ref in asked]
        told = Facts(seen=", ".join(memory)) if isinstance(memory, Mapping) else Facts()
        return {ref: Sheet(f"sheet-of-{ref.id}", told) for ref in asked if ref != MARSH}

    def form(
        self, played_turn: Any, _: object, faction: str, known: Collection[Ref]
    ) -> Form | None:
        self.forms.append((played_turn.turn, frozenset(known)))
        return None if self.parts is None else Form(faction, self.parts)


def told_by(
    stub: Stub, events: tuple[str, ...] = (), turns: int = 1, reveals: tuple[Any, ...] = ()
) -> DisclosedTexts:
    """What the audiences of two factions are told in a history with events in its first turn."""
    factions = tuple(SimpleNamespace(id=id) for id in ("vael", "oru"))
    campaign: Any = SimpleNamespace(factions=factions, turns=(SimpleNamespace(reveals=reveals),))
    steps = tuple(Step[Any, Any](None, SimpleNamespace(id=id), None) for id in events)
    played = tuple(
        PlayedTurn[Any, Any, Any](number, None, None, None, steps if number == 1 else ())
        for number in range(turns + 1)
    )
    history = History(played[0], played[1:])
    system: Any = stub
    return disclosed_texts_of(campaign, history, system)


def further(told: DisclosedTexts, word: str, things: tuple[Ref, ...] = ()) -> list[list[str]]:
    def admitted(visibility: Visibility) -> bool:
        return visibility.public or word in visibility.factions

    return [sorted(batch) for batch in told.further_texts(word, things, admitted)]


def test_what_is_told_to_the_public_is_told_to_all() -> None:
    stub = Stub(
        {
            "1/a": {"everyone": Telling("public"), "vael": Telling("own", order="vael/a")},
            "1/b": {"vael": Telling("ours")},
            "1/c": {"vael": Telling("both"), "oru": Telling("both")},
        }
    )
    told = told_by(stub, ("1/a", "1/b", "1/c")).told
    vael = frozenset({"vael"})
    assert {text: readers for text, readers in told.items() if text} == {
        "public": ALL,
        "own": vael,
        "vael/a": vael,
        "ours": vael,
        "both": vael | {"oru"},
    }


def test_all_parts_of_a_telling_are_texts_except_references() -> None:
    inner = Facts(many=("one", ("two", 3)), flag=True, none=None, where=VALE)
    modifier = Modifier(1, "reason", "rule-of-reason", Facts(why="fact-of-reason"))
    roll = Roll("id-of-roll", 6, (3,), "table", (modifier,), Facts(sum="result"))
    telling = Telling("code", "rule", Facts(text="text", inner=inner), (roll,), "order")
    told = told_by(Stub({"1/a": {"vael": telling}}), ("1/a",)).told
    assert set(told) == {
        *("code", "rule", "order", "text", "one", "two"),
        *("id-of-roll", "table", "result", "reason", "rule-of-reason", "fact-of-reason"),
    }


def test_the_figures_of_an_audience_are_those_that_admit_it() -> None:
    told = told_by(Stub())
    assert ["towers"] in further(told, "everyone")
    assert ["towers"] in further(told, "oru")
    assert ["ships", "towers"] in further(told, "vael")


def test_the_house_rules_of_an_audience_are_those_that_it_may_know() -> None:
    told = told_by(Stub())
    assert ["The flood"] in further(told, "vael")
    assert ["The flood"] not in further(told, "everyone")


def test_sheets_of_known_things_are_asked_for_with_what_was_seen_until_then() -> None:
    """Those of factions in every turn, those of places in the last one."""
    stub = Stub({"1/a": {"vael": Telling("code", sightings=(Sighting("giants", Facts()),))}})
    told = told_by(stub, ("1/a",), turns=2)
    things = (VALE, faction_ref("oru"), MARSH)
    assert further(told, "vael", things)[-3:] == [
        ["giants", "sheet-of-oru", "sheet-of-vale"],
        ["giants", "sheet-of-oru"],
        ["", "sheet-of-oru"],
    ]
    oru = faction_ref("oru")
    assert stub.asked == [*((2, "vael", ref) for ref in things), (1, "vael", oru), (0, "vael", oru)]
    stub.asked.clear()
    assert further(told, "everyone", (VALE,))[-3:] == [["", "sheet-of-vale"], [], []]
    assert stub.asked == [(2, "everyone", VALE)]


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_only_factions_have_an_order_form_and_it_is_of_the_last_turn(turns: int) -> None:
    stub = Stub(parts=(TextField("plan"),))
    told = told_by(stub, turns=turns)
    assert further(told, "vael", (VALE,))[0] == ["plan"]
    assert stub.forms == [(turns, frozenset({VALE}))]
    assert ["plan"] not in further(told, "everyone")
    assert stub.forms == [(turns, frozenset({VALE}))]


def test_a_faction_without_an_order_form_is_shown_none() -> None:
    assert further(told_by(Stub()), "vael")[0] == []


def test_a_form_shows_its_keys_and_choices() -> None:
    def choice(value: str, *refs: Ref) -> FieldChoice:
        return FieldChoice(value, refs[0] if refs else f"name-of-{value}", Facts(refs=(refs, 1)))

    choices = (choice("to-vale", VALE), choice("at-home"))
    case = ActionChoice(
        "raid", "R-1", (SelectField("target", choices),), Facts(cost="gold", names=("x", "y"))
    )
    parts = (
        FixedField("kind", "one"),
        FixedField("count", 2),
        FixedField("list", ("three", "four")),
        FieldGroup("group", (TextField("inner"),)),
        MultiSelectField("units", choices, name="Units"),
        ActionField("act", (case,), who="Somebody", facts=Facts(left="few")),
    )
    told = told_by(Stub(parts=parts))
    (first, *_) = further(told, "vael", (VALE,))
    assert first == sorted(
        {
            *("kind", "one", "count", "2", "list", "three", "four", "group", "inner"),
            *("units", "Units", "to-vale", "at-home", "name-of-at-home"),
            *("Somebody", "few", "target", "gold", "x", "y"),
        }
    )


def test_the_texts_of_a_revealed_event_are_for_those_to_whom_it_was_revealed() -> None:
    def reveal(kind: str, target: str, visibility: Visibility) -> SimpleNamespace:
        return SimpleNamespace(kind=kind, target=target, visibility=visibility)

    ours = visibility_of_factions(["vael"])
    reveals = (
        reveal("event", "1/a", ours),
        reveal("event", "1/b", visibility_of(EVERYONE)),
        reveal("event", "1/silent", ours),
        reveal("news", "1/news", ours),
    )
    told = told_by(
        Stub(revealed={"1/a": "for-vael", "1/b": "for-all"}),
        ("1/a", "1/b", "1/silent"),
        reveals=reveals,
    )
    assert further(told, "vael")[1] == ["", "for-all", "for-vael"]
    assert further(told, "oru")[1] == ["", "for-all"]
    assert further(told, "everyone")[0] == ["", "for-all"]


# ── Secrets ──────────────────────────────────────────────────────────────────────────────────────

_AT: Final = Span(Source("notes.md", ""), 1, 1, 1, 1)
_VAEL, _ORU = frozenset({"vael"}), frozenset({"oru"})


def secrets_with(told: DisclosedTexts, *pieces: AuthoredText) -> Secrets:
    since = {VALE: {"vael": 0}, MARSH: {"vael": 0, "oru": 0}, Ref("item", "bell"): {"vael": 0}}
    known = Knowledge(ALL, {**since, faction_ref("vael"): dict.fromkeys(ALL, 0)})
    texts = CampaignTexts(told.campaign, pieces, known, told)
    return Secrets.of(texts, ThemeText(frozenset(), ""))


def reason(text: str, readers: frozenset[str]) -> AuthoredText:
    return AuthoredText(ADJUSTMENT_REASON, text, readers, _AT)


def test_a_reason_told_by_an_event_is_no_secret_only_from_those_whom_the_author_names() -> None:
    told = told_by(
        Stub({"1/a": {"everyone": Telling("miscounted  tithe"), "vael": Telling("burnt ledger")}}),
        ("1/a",),
    )
    secrets = secrets_with(
        told,
        reason("miscounted\ntithe", _VAEL),
        reason("burnt ledger", _ORU),
        # Another reason with the same words, for others.
        reason("miscounted tithe", NOBODY),
        AuthoredText("notes", "a rusty key", NOBODY, _AT),
    )
    assert secrets.hidden == {
        "miscounted": PUBLIC | BY_ORU,
        "tithe": PUBLIC | BY_ORU,
        "miscounted tithe": PUBLIC | BY_ORU,
        "burnt": PUBLIC | BY_VAEL,
        "ledger": PUBLIC | BY_VAEL,
        "burnt ledger": PUBLIC | BY_VAEL,
        "rusty": PUBLIC | BY_ORU | BY_VAEL,
        "a rusty key": PUBLIC | BY_ORU | BY_VAEL,
        "rusty key": PUBLIC | BY_ORU | BY_VAEL,
    }


def test_words_that_some_audience_may_read_everywhere_are_not_hidden_from_it() -> None:
    told = told_by(Stub({"1/a": {"oru": Telling("the ledger")}}), ("1/a",))
    secrets = secrets_with(
        told,
        AuthoredText("notes", "ledger", _VAEL, _AT),
        AuthoredText("a letter", "lantern", ALL, _AT),
    )
    assert secrets.hidden == {"ledger": PUBLIC}


@pytest.mark.parametrize(("readers", "texts"), [(_VAEL, {"plan", "towers"}), (_ORU, {"towers"})])
def test_a_reason_in_a_form_is_withheld_from_those_whom_the_author_does_not_name(
    readers: frozenset[str], texts: set[str]
) -> None:
    told = told_by(Stub(parts=(TextField("plan"),)))
    secrets = secrets_with(told, reason("plan", readers))
    batches = list(secrets.further_texts("vael"))
    assert {text for batch in batches[:3] for text in batch if text != "ships"} == texts


@pytest.mark.parametrize(
    ("word", "things"),
    [
        ("vael", [VALE, MARSH, faction_ref("vael")]),
        ("oru", [MARSH, faction_ref("vael")]),
        ("everyone", [faction_ref("vael")]),
    ],
)
def test_an_audience_is_shown_sheets_of_the_factions_and_places_that_it_knows(
    word: str, things: list[Ref]
) -> None:
    stub = Stub()
    assert list(secrets_with(told_by(stub, turns=0)).further_texts(word))
    assert stub.asked == [(0, word, ref) for ref in things]


def test_a_hidden_word_that_a_sheet_shows_is_excused() -> None:
    told = told_by(Stub(parts=(TextField("ledger"),)))
    secrets = secrets_with(told, AuthoredText("notes", "ledger", NOBODY, _AT))
    everybody = PUBLIC | BY_ORU | BY_VAEL
    # Both factions have an order form with this word, the public has none.
    assert secrets.hidden == {"ledger": everybody}
    assert secrets.unexcused({"ledger": everybody}) == {"ledger": PUBLIC}
