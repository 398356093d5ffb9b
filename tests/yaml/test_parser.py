"""YAML that could say two things, build something, or never end is refused."""

from __future__ import annotations

import time

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode
from chronicle.yaml.parser import MAX_DEPTH, MAX_NODES, compose


def read(text: str) -> tuple[Node | None, tuple[str, ...]]:
    report = Report()
    node = compose(Source("x.yaml", text), report)
    return node, tuple(finding.code for finding in report.findings)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\na: 2\n",
        "{a: 1, a: 2}\n",
        "a: 1\n'a': 2\n",
        "x:\n  - {b: 1, b: 1}\n",
        "a: {}\n? a\n: []\n",
    ],
)
def test_a_key_given_twice_is_an_error_however_it_is_written(text: str) -> None:
    assert read(text)[1] == ("R009",)


def test_every_repetition_of_a_key_is_named_with_the_line_of_the_first() -> None:
    report = Report()
    compose(Source("x.yaml", "a: 1\nb: 2\na: 3\na: 4\n"), report)
    assert [finding.at.line for finding in report.findings if finding.at] == [3, 4]
    assert {finding.label for finding in report.findings} == {"first on line 1"}


def test_the_same_key_may_occur_in_two_mappings() -> None:
    assert read("- {a: 1}\n- {a: 2}\n")[1] == ()


def test_keys_are_compared_as_written() -> None:
    # 1 and 01 are one number and two words; a key is a word.
    assert read("1: a\n01: b\n'1 ': c\n")[1] == ()


def test_an_alias_stands_for_what_its_anchor_marks() -> None:
    node, codes = read("readers: &us [vael, oru]\nfor: *us\n")
    assert codes == ()
    assert isinstance(node, MapNode)
    assert node.get("for") is node.get("readers")


def test_a_later_anchor_of_the_same_name_replaces_the_earlier() -> None:
    node, codes = read("- &a 1\n- &a 2\n- *a\n")
    assert codes == ()
    assert isinstance(node, ListNode)
    assert isinstance(node.items[2], ScalarNode)
    assert node.items[2].value == 2


@pytest.mark.parametrize("text", ["a: *b\nb: &b 1\n", "a: &a [*a]\n", "&a a: *b\n", "*a : b\n"])
def test_an_alias_needs_an_anchor_above_it(text: str) -> None:
    assert "R011" in read(text)[1]


def bomb(levels: int, width: int) -> str:
    """Lists of aliases of lists of aliases: ``width`` to the power of ``levels`` values."""
    inner = ["x", *(f"*a{level}" for level in range(levels - 1))]
    return "".join(
        f"a{level}: &a{level} [{', '.join([part] * width)}]\n" for level, part in enumerate(inner)
    )


def test_alias_expansion_is_limited() -> None:
    # Ten tens of tens are 1 111 values a list, far below the bound; the sixth power is above it.
    assert 10**4 < MAX_NODES < 10**6
    assert read(bomb(3, 10))[1] == ()
    assert read(bomb(6, 10))[1] == ("R014",)


def test_an_alias_bomb_is_refused_at_once() -> None:
    start = time.perf_counter()
    assert read(bomb(60, 10))[1] == ("R014",)
    assert time.perf_counter() - start < 2


def nested(depth: int) -> str:
    """Lists in lists; the innermost value is this deep."""
    return "[" * depth + "1" + "]" * depth + "\n"


def test_nesting_depth_is_limited() -> None:
    assert read(nested(MAX_DEPTH))[1] == ()
    assert read(nested(MAX_DEPTH + 1))[1] == ("R013",)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "{a: " * 50_000,
        "- " * 50_000,
        "? " * 50_000,
        "".join(" " * depth + "a:\n" for depth in range(1000)),
    ],
)
def test_extreme_nesting_is_refused_at_once(text: str) -> None:
    start = time.perf_counter()
    assert read(text)[1] in (("R013",), ("R007",))
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize(
    "tag", ["!!python/object/apply:os.system", "!!str", "!!binary", "!mine", "!<tag:x.org,2026:y>"]
)
def test_a_yaml_tag_constructs_no_object(tag: str) -> None:
    assert read(f"a: {tag} 'echo'\n")[1] == ("R012",)


@pytest.mark.parametrize("text", ["a: 1\n---\nb: 2\n", "a: 1\n...\nb: 2\n", "---\na: 1\n---\n"])
def test_a_file_holds_one_document(text: str) -> None:
    assert read(text)[1] == ("R008",)


@pytest.mark.parametrize("text", ["", "\n\n", "# only words\n", "---\n", "---\n...\n", "~\n"])
def test_an_empty_file_is_refused(text: str) -> None:
    assert read(text) == (None, ("R006",))


#: What an author meant, and what is said and advised.
SLIPS = {
    "title: News: all is well\n": (
        "text with a colon needs quotes",
        'write `title: "News: all is well"`',
    ),
    "title: 'The bells\n": ("this quote is not closed", "write `title: 'The bells'`"),
    "title: 'Don''t go\n": ("this quote is not closed", "write `title: 'Don''t go'`"),
    'for: [vael, "oru]\n': ("this quote is not closed", "close it where the text ends"),
    'title: "C:\\queer"\n': ("unknown escape sequence", "single quotes"),
    "news:\n\t- for: gm\n": ("YAML does not allow a tab here", "spaces"),
    "rolls: {a: [1, 2]\ntitle: x\n": ("this bracket is not closed", "write `rolls: {a: [1, 2]}`"),
    "turn: 1\ntitle\n": ("a colon is missing in this line", "write `title:`"),
    "text: [[vael]] burned\n": (
        "text that starts with `[[` needs quotes",
        'write `text: "[[vael]] burned"`',
    ),
    "text: > he said\n": ("there is text on the line of the `|` or `>`", "next line"),
    "text: | he said\n": ("there is text on the line of the `|` or `>`", "next line"),
    "title: @home\n": ("text that starts with `@` needs quotes", 'write `title: "@home"`'),
    "title: `x`\n": ("text that starts with a backtick needs quotes", 'write `title: "`x`"`'),
    "a:\n    b: 1\n  c: 2\n": (
        "`c` is indented by 2 spaces, `b` above by 4",
        "indent it by 4 spaces, like line 2",
    ),
    "a: b\n- c\n": ("this entry of a list is among keys", "remove the hyphen"),
    "a: - b\n": ("a list can't start on the line of its key", "a line of its own"),
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_common_syntax_error_has_a_plain_message(text: str) -> None:
    report = Report()
    assert compose(Source("x.yaml", text), report) is None
    (finding,) = report.findings
    sentence, advice = SLIPS[text]
    assert (finding.code, finding.message) == ("R007", sentence)
    assert advice in finding.help
