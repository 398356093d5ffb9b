"""For any note, the import reports it or makes a campaign without errors."""

from __future__ import annotations

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.authoring.import_notes.imported import imported, played_with

#: Pieces that mean something to Obsidian, to Markdown or to chronicle.
_PIECES = st.sampled_from(
    [
        *("[[", "]]", "[[Bo]]", "[[Bo|x]]", "![[", "![[a.png]]", "![x](a.png)", "[x](Bo.md)", "|"),
        *(":::", "::: secret gm\n", "::: secret nobody\n", ":::\n", ": secret", "::secret", "%%"),
        *("<!--", "-->", "<b>", "</b>", "<br/>", "<?x?>", "<https://a.b>", "<a:b>", "&lt;", "&"),
        *("```", "```\n", "```dataview\n", "~~~\n", "`", "``", "    ", "\t", "\n", "\n\n", "---\n"),
        *("> ", "> [!secret] x\n", "> [!info]- y\n", "# ", "## GM\n", "- ", "1. ", "- [ ] ", "\\"),
        *(
            "[^1]",
            "[^1]: x\n",
            "[a]: javascript:x\n",
            "[a]",
            "](x)",
            "](<",
            "==x==",
            "a:: b\n",
            "#t",
        ),
        *(
            "^id\n",
            "*",
            "**",
            "_",
            "~~",
            "$x$",
            "\u2028",
            "\u00a0",
            "é",
            "北",
            "x",
            "secret gm",
            "(",
            ")",
        ),
    ]
)
TEXTS = st.lists(_PIECES, max_size=25).map("".join)


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, place=st.booleans(), reader=st.sampled_from(["gm", "everyone"]))
@example(text="[[[[Bo]]](x)", place=False, reader="gm")
def test_any_text_of_a_vault_is_imported_without_errors(
    text: str, place: bool, reader: str
) -> None:
    path = "Places/Ada.md" if place else "People/Ada.md"
    front = "---\n---\n"
    found, findings = imported({path: front + text, "Bo.md": "---\nsecret: true\n---\nB."}, reader)
    assert found is not None, [finding.message for finding in findings]
    played, after = played_with(found)
    assert played is not None, [finding.message for finding in after]


@settings(max_examples=40, deadline=None)
@given(
    text=TEXTS,
    html=st.lists(
        st.sampled_from(
            [
                *("<p>", "</p>", "<ul>", "<li>", "</ul>", "<b>", "</b>", "<table>", "<tr>", "<td>"),
                *("</table>", "<br>", "<img src=x>", "<pre>", "</pre>", "<h1>", "<blockquote>"),
                *(
                    "[character:102]",
                    "[character:102|a|b]",
                    "<a href='https://a.b'>",
                    "</a>",
                    "&lt;",
                ),
            ]
        ),
        max_size=15,
    ).map("".join),
)
@example(text="](<![[", html="")
def test_any_text_of_an_export_is_imported_without_errors(text: str, html: str) -> None:
    one = {"id": 1, "name": "Ada", "is_private": 0, "entry": html + text + html}
    two = {"id": 2, "name": "Bo", "is_private": 1, "entity": {"id": 102}}
    files = {
        "campaign.json": "{}",
        "characters/ada.json": json.dumps({**one, "entity": {"id": 101}}),
        "characters/bo.json": json.dumps(two),
    }
    found, findings = imported(files, "everyone")
    assert found is not None, [finding.message for finding in findings]
    played, after = played_with(found)
    assert played is not None, [finding.message for finding in after]


@settings(max_examples=30, deadline=None)
@given(name=st.text(min_size=1, max_size=20), front=st.text(max_size=40))
def test_any_name_and_front_matter_give_findings_or_a_campaign(name: str, front: str) -> None:
    plain = name.replace("/", "-").encode("utf-8", "ignore").decode()
    text = f"---\n{front}\n---\nA pilot.".encode("utf-8", "ignore")
    found, findings = imported({f"People/{plain}.md": text, "Bo.md": "A cook."})
    if found is None:
        assert any(finding.severity == "error" for finding in findings)
    else:
        played, after = played_with(found)
        assert played is not None, [finding.message for finding in after]
