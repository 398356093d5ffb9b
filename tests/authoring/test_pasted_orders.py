"""Orders are found in any pasted text, each at its place in it, and nothing else is."""

from __future__ import annotations

import json

import pytest

from chronicle.authoring.pasted_orders import OrdersOpener, PastedSheet, parse_pasted_orders
from chronicle.diagnostics.report import Report
from chronicle.seal import Keys, OpenFailure, open_orders, orders_private_key
from chronicle.seal.sealed_orders import public_key_of, seal_orders
from chronicle.yaml.edit.replace import value_of_node

PLAIN = "turn: 3\nfaction: vael\norders:\n  go:\n    - {to: marsh}\n"
GO = {"go": [{"to": ("marsh", "marsh")}]}
SCALAR = orders_private_key(Keys(bytes(range(32))))


def opening(armour: str) -> bytes | OpenFailure:
    return open_orders(armour, SCALAR)


def sealed(text: str, ephemeral: int = 5, scalar: int = SCALAR) -> str:
    return seal_orders(text, public_key_of(scalar), ephemeral)


def read(
    sent: str | bytes, opens: OrdersOpener | None = opening
) -> tuple[tuple[PastedSheet, ...], list[tuple[str, int, int]]]:
    """The sheets in a text, and the findings as code, line and column."""
    report = Report()
    octets = sent.encode() if isinstance(sent, str) else sent
    sheets = parse_pasted_orders(octets, "sent", opens, report)
    places = [(one.code, one.at.line, one.at.column) for one in report.findings if one.at]
    assert len(places) == len(report.findings), "every finding has its place"
    return sheets, places


@pytest.mark.parametrize(
    "sent",
    [
        PLAIN,
        f"# Orders of Vael for turn 3 of Crowns\n{PLAIN}",
        PLAIN.replace("\n", "\r\n"),
        "\ufeff" + PLAIN,
        f"Dear GM,\n\nthis is what we do:\n{PLAIN}\nYours,\nAda\n",
        f"{PLAIN}Greetings: Ada\n",
        f"{PLAIN.replace('marsh}', 'marsh}  # at once')}\ncheers, ada\n",
        f"{PLAIN}-- \nAda\n",
        f"Hi!\n```yaml\n{PLAIN}```\nDoes turn: 4 work?\n",
        f"~~~\n{PLAIN}~~~\n",
        f"---\n{PLAIN}...\n",
        "On Friday Ada wrote:\n" + "".join(f"> {line}\n" for line in PLAIN.splitlines()),
        "".join(f">> {line}\n" for line in PLAIN.splitlines()),
        "".join(f">{line}\n" for line in PLAIN.splitlines()),
        "".join(f"    {line}\n" for line in PLAIN.splitlines()),
        PLAIN.replace("  ", "\u00a0 ").replace(": ", ":\u00a0"),
        PLAIN.replace("\n", "\u2028"),
        PLAIN.rstrip("\n"),
        sealed(PLAIN),
        f"Read this:\n{sealed(PLAIN)}Bye!\n",
        "".join(f"> {line}\r\n" for line in sealed(PLAIN).splitlines()),
        sealed(PLAIN).replace("\n", " "),
        "orders:\n  go:\n    - {to: marsh}\nfaction: vael\nturn: 3\n",
    ],
)
def test_orders_are_found_in_surrounding_text(sent: str) -> None:
    sheets, findings = read(sent)
    assert findings == []
    ((faction, turn, value),) = [(it.faction, it.turn, value_of_node(it.value)) for it in sheets]
    assert (faction, turn, value) == ("vael", 3, GO)


@pytest.mark.parametrize(
    "between", ["---\n", "\n", "\nAnd from Ben:\n\n", "```\n```\n", "# Orders of the Oru\n"]
)
def test_orders_of_several_players_are_found_in_one_paste(between: str) -> None:
    other = PLAIN.replace("vael", "oru")
    sheets, findings = read(f"{PLAIN}{between}{other}")
    assert [it.faction for it in sheets] == ["vael", "oru"]
    assert findings == []
    sheets, findings = read(f"{sealed(PLAIN)}{between}{sealed(other, 6)}{PLAIN}")
    assert sorted(it.faction for it in sheets) == ["oru", "vael", "vael"]
    assert findings == []


def test_texts_in_orders_are_kept_as_written() -> None:
    words = "“Quotes”, 'and' \"more\": # no comment\n--- \n> x\n```\n\u00a0« Où ? »\t🗝 \\ end"
    sent = f"turn: 3\nfaction: vael\norders: {{say: {json.dumps(words, ensure_ascii=False)}}}\n"
    for text in (sent, sealed(sent)):
        sheets, findings = read(text)
        assert findings == []
        assert value_of_node(sheets[0].value) == {"say": (words, words)}


def test_positions_refer_to_the_pasted_text() -> None:
    quoted = "".join(f"> {line}\n" for line in PLAIN.replace("turn: 3", "turn: x").splitlines())
    assert read(f"Hi\n\n{quoted}") == ((), [("C003", 3, 9)])
    _, findings = read(PLAIN + "  go: []\n")
    assert findings == [("R009", 6, 3)]


@pytest.mark.parametrize(
    ("sent", "codes"),
    [
        ("", ["I001"]),
        ("Hello!\n", ["I001"]),
        ("```yaml\n```\n", ["I001"]),
        ("faction: vael\norders: {}\n", ["C001"]),
        ("turn: 3\norders: {}\n", ["C001"]),
        ("turn: 3\nfaction: vael\n", ["C001"]),
        (f"turn: 4\n{PLAIN}", ["C001", "C001"]),
        (f"{PLAIN}title: Mine\n", ["C002"]),
        (f"{PLAIN}oru: {{}}\n", ["C002"]),
        (f"rolls: {{}}\n{PLAIN}", ["C002"]),
        (f"Hi,\nrolls:\n  x: [6]\n# this\n{PLAIN}", ["C002"]),
        (f"```\nrolls: {{}}\n\n{PLAIN}```\n", ["C002"]),
        (f"```\n{PLAIN}Cheers!\n```\n", ["R007"]),
        ("turn: 3\nfaction: vael\norders: [\n", ["R007"]),
        ("turn: 3\nfaction: vael\norders: {say: *me}\n", ["R011"]),
        ("turn: 3\nfaction: vael\norders: {say: !!python/name:os.system x}\n", ["R012"]),
        ("turn: 0\nfaction: vael\norders: {}\n", ["C004"]),
        ("turn: 3\nfaction: [vael, oru]\norders: {}\n", ["C003"]),
        ("turn: 3\nfaction: vael\norders: {}\0\n", ["R005"]),
        (b"turn: 3\nfaction: v\xe4l\norders: {}\n", ["R004"]),
        (PLAIN.encode("utf-16"), ["R004"]),
        (b"\x89PNG\r\n", ["R004"]),
        (sealed(PLAIN)[:-60], ["I006"]),
        (sealed(PLAIN).replace("A", "B"), ["I006"]),
        (sealed(PLAIN, scalar=7), ["I006"]),
        (sealed("Hello!"), ["I001"]),
        (sealed(sealed(PLAIN)), ["I001"]),
        (sealed(f"{PLAIN}title: Mine\n"), ["C002"]),
    ],
)
def test_text_without_valid_orders_is_a_finding(sent: str | bytes, codes: list[str]) -> None:
    _, findings = read(sent)
    assert [code for code, _, _ in findings] == codes


LONG = """\
turn: 3
faction: vael
orders:
  actions:
    - id: first
      order: We take the bell of the café (the old one) and row it to the 3 marshes tonight.
    - {id: second, order: "We go home, and we sleep."}
"""


@pytest.mark.parametrize("mark", ["", "> "])
def test_orders_that_a_mail_program_wrapped_are_never_cut(mark: str) -> None:
    for at, sign in enumerate(LONG):
        start = LONG.rfind("\n", 0, at) + 1
        if sign != " " or not LONG[start:at].strip(" -") or "order:" not in LONG[start:at]:
            continue
        text = "".join(f"{mark}{line}\n" for line in f"{LONG[:at]}\n{LONG[at + 1 :]}".splitlines())
        sheets, findings = read(f"Hi!\n\n{text}\nYours,\nAda\n")
        assert (sheets, [code for code, _, _ in findings]) == ((), ["I012"]), text


def test_keys_may_have_the_capital_letters_of_a_phone() -> None:
    ((sheet,), findings) = read(f"Hi!\n\nTurn: 3\nFaction: vael\nOrders:{PLAIN[29:]}")
    assert findings == []
    assert (sheet.turn, sheet.faction) == (3, "vael")


def test_surrounding_text_never_becomes_part_of_the_orders() -> None:
    for sent in (f"Hi\nrolls: {{}}\n\n{PLAIN}", f"{PLAIN}\n# nothing: here\nBye\nrolls: {{}}\n"):
        ((sheet,), findings) = read(sent)
        assert findings == []
        assert sheet.rows == ("orders:", "  go:", "    - {to: marsh}")


def test_sealed_orders_need_the_key() -> None:
    assert read(f"Hi\n{sealed(PLAIN)}", None) == ((), [("K005", 2, 1)])
