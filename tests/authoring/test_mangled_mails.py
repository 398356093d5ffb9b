"""Orders that programs have changed on their way are the same ones, or refused with their place."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

import pytest
from ruamel.yaml import YAML

from chronicle.authoring.pasted_orders import parse_pasted_orders
from chronicle.diagnostics.report import Report
from chronicle.seal import Keys, open_orders, orders_private_key
from chronicle.seal.sealed_orders import public_key_of, seal_orders
from tests.authoring.mangled_mails import AROUND, CHAT, CUT, LAID_OUT, SENT, TYPED, Step, mangled
from tests.authoring.sheet_text import CASES, in_lines, sheet_text
from tests.sample_campaigns import CHECKOUT
from tests.thorough import beginning

SCALAR: Final = orders_private_key(Keys(bytes(range(32))))
#: Mails that programs made of cases, by the number of the case; see tools/mail_samples.py.
SAMPLES: Final = sorted((CHECKOUT / "tests/authoring/mails").glob("[0-9]*"))
#: What no reader can tell from the text any more.
REFUSED: Final = {
    # Quote marks were filled into a line that has such signs itself.
    "5-fmt-over-quotes.txt": "I014",
    # Letters of several bytes were cut in two.
    "5-fold-40-within-words.txt": "R004",
}
#: Letters joined to one sign, which the program takes apart.
CHANGED: Final = {"5-s-nail-reply.eml"}
#: An order as YAML writes it has no checksum: nothing says that a line of it is missing.
UNNOTICED: Final = {"without a line", "without a word", "cut off", "with two lines swapped"}
Outcome = Literal["same", "other signs", "other words", "refused"]


def chance_of(seed: int) -> Random:
    return Random(seed)  # noqa: S311  protects no secret


def outcome(content: bytes, sheet: Mapping[str, Any]) -> Outcome:
    """What becomes of a sheet; whatever is refused has its place."""
    report = Report()
    sheets = parse_pasted_orders(content, "mail", lambda it: open_orders(it, SCALAR), report)
    if report.has_errors:
        assert all(finding.at is not None for finding in report.findings)
        return "refused"
    read = [YAML(typ="safe", pure=True).load("\n".join(one.rows))["orders"] for one in sheets]
    sent = [in_lines(sheet["orders"])]
    if read == sent:
        return "same"
    return "other signs" if words(read) == words(sent) else "other words"


def words(value: object) -> object:
    """Orders without the signs between words, and with small letters."""
    if isinstance(value, dict):
        return {key: words(one) for key, one in value.items()}
    if isinstance(value, list):
        return [words(one) for one in value]
    if isinstance(value, str):
        return re.sub(r"\W+", " ", unicodedata.normalize("NFKC", value)).lower().strip()
    return value


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_what_real_programs_send_is_read(sample: Path) -> None:
    case = CASES[int(sample.name.partition("-")[0])]
    found = outcome(sample.read_bytes(), case["sheet"])
    if sample.name in REFUSED:
        assert found == "refused"
    else:
        assert found == ("other signs" if sample.name in CHANGED else "same")


def test_samples_are_enough() -> None:
    assert len(SAMPLES) >= 100


@pytest.mark.parametrize("kinds", [AROUND, CHAT, LAID_OUT], ids=["around", "chat", "laid out"])
def test_each_change_by_itself_leaves_the_orders_the_same(kinds: Mapping[str, Step]) -> None:
    for name, step in kinds.items():
        for number, case in enumerate(CASES):
            text = step(chance_of(number), sheet_text(case["sheet"]))
            # Where a program breaks signs that are no words, nobody can tell what was there.
            is_unsure = (name, number) == ("wrapped within words", 5)
            found = outcome(text.encode(), case["sheet"])
            assert found == ("refused" if is_unsure else "same"), (name, case["case"])


@pytest.mark.parametrize("name", SENT)
def test_each_way_to_send_leaves_the_orders_the_same(name: str) -> None:
    for number, case in enumerate(CASES):
        content = SENT[name](chance_of(number), sheet_text(case["sheet"]))
        assert outcome(content, case["sheet"]) == "same", case["case"]


@pytest.mark.parametrize("name", TYPED)
def test_signs_that_a_keyboard_corrects_are_no_other_words(name: str) -> None:
    for case in CASES:
        text = TYPED[name](chance_of(0), sheet_text(case["sheet"]))
        assert outcome(text.encode(), case["sheet"]) in ("same", "other signs"), case["case"]


def seeds(chunk: int, size: int) -> Sequence[int]:
    return range(chunk * size, (chunk + 1) * size)


@pytest.mark.parametrize("chunk", beginning(range(40), 1))
def test_no_order_is_ever_lost_on_the_way(chunk: int) -> None:
    for seed in seeds(chunk, 30):
        chance = chance_of(seed)
        case = chance.choice(CASES)
        mail = mangled(chance, sheet_text(case["sheet"]))
        found = outcome(mail.content, case["sheet"])
        assert found != "other words", (seed, mail.steps)
        assert found != "other signs" or mail.is_typed or mail.is_cut, (seed, mail.steps)


@pytest.mark.parametrize("chunk", beginning(range(20), 1))
def test_no_sealed_order_is_ever_lost_on_the_way(chunk: int) -> None:
    for seed in seeds(chunk, 10):
        chance = chance_of(seed)
        case = chance.choice(CASES)
        armour = seal_orders(sheet_text(case["sheet"]), public_key_of(SCALAR), 5)
        mail = mangled(chance, armour)
        assert outcome(mail.content, case["sheet"]) in ("same", "refused"), (seed, mail.steps)


@pytest.mark.parametrize("chunk", beginning(range(20), 1))
def test_no_order_written_as_yaml_is_lost_where_one_can_tell(chunk: int) -> None:
    for seed in seeds(chunk, 20):
        chance = chance_of(seed)
        case = chance.choice(CASES)
        mail = mangled(chance, as_yaml(case["sheet"]))
        report = Report()
        sheets = parse_pasted_orders(mail.content, "mail", None, report)
        if report.has_errors or UNNOTICED & set(mail.steps):
            continue
        read = [YAML(typ="safe", pure=True).load("\n".join(one.rows))["orders"] for one in sheets]
        assert [lines_of(one) for one in read] == [lines_of(case["sheet"]["orders"])], (
            seed,
            mail.steps,
        )


def as_yaml(sheet: Mapping[str, Any]) -> str:
    """A sheet as a game master writes it by hand, or an order sheet did before."""
    writer = YAML()
    writer.width = 4096
    written = io.StringIO()
    writer.dump(dict(sheet), written)
    return written.getvalue()


def lines_of(orders: object) -> int:
    """How many values orders have."""
    if isinstance(orders, dict):
        return 1 + sum(map(lines_of, orders.values()))
    return 1 + sum(map(lines_of, orders)) if isinstance(orders, list) else 1


def test_what_is_cut_is_noticed() -> None:
    for name in ("without a word", "cut off", "cut off above", "sent in two parts"):
        for number, case in enumerate(CASES):
            text = CUT[name](chance_of(number), sheet_text(case["sheet"]))
            assert outcome(text.encode(), case["sheet"]) == "refused", (name, case["case"])
