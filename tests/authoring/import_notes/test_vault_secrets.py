"""What a vault does not clearly say that others may read is for the GM alone.

In each example, `reeve` is what only the GM may read, and `ferry` is what everybody may.
"""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.authoring.import_notes.secret_words import is_secret_title
from tests.authoring.import_notes.imported import codes, imported, texts_of
from tests.rules.freeform.small_campaign import SOUND

#: Structures with a secret part, and what makes it one.
STRUCTURES: Final = {
    "a comment with a code block": (
        "The ferry.\n\n%%\nTruth for me:\n```\nThe reeve.\n```\nReeve: do not tell.\n%%\n\nA ferry."
    ),
    "a comment with a tilde fence": "%%\n~~~\nreeve\n~~~\nreeve\n%%\nferry",
    "a comment around a query": "%%\n```dataview\nLIST\n```\n%%\nferry\n\n%% reeve %%",
    "an HTML comment with a code block": "ferry <!-- a\n```\nreeve\n```\nreeve --> ferry\n\nferry",
    "a comment within a line": "ferry %% reeve %% ferry",
    "a comment with empty lines": "ferry %% reeve\n\nreeve\n\n# reeve\n%%\nferry",
    "a comment without an end": "ferry\n\n%% reeve\n\n# Looks\nreeve",
    "an HTML comment without an end": "ferry\n\n<!-- reeve\n\n# Looks\nreeve",
    "signs of a comment in code": "```\n%%\nferry\n```\nferry %%reeve%% ferry `ferry`",
    "a fence after HTML that has one": "<div>\n```\n</div>\n\n%%reeve%%",
    "comments in a quote": "> ferry\n> %%\n> reeve\n> %%\n> ferry",
    "comments in a list": "- ferry\n  %%\n  ```\n  reeve\n  ```\n  %%\n- ferry",
    "what is between comments": "ferry\n%%GM%%\nreeve\n\n## reeve\n%%GM%%\nferry",
    "what is between comments in a line": "ferry %%dm%%reeve%%/dm%% ferry",
    "what is between HTML comments": "<!-- secret start -->\nreeve\n<!-- secret end -->\nferry",
    "comments within each other": (
        "<!-- gm start -->\nreeve\n<!-- gm start -->\nreeve\n<!-- gm end -->\nreeve\n"
        "<!-- gm end -->\nferry"
    ),
    "a comment for the GM without an end": "ferry\n%% GM only %%\nreeve\n\n## Looks\nreeve",
    "a sign of code in a comment": "ferry\n\n%% ` %% ferry %%reeve%% ferry ` ferry",
    "a processing instruction": "ferry <?reeve?> ferry",
    "a callout": "> [!secret] Truth\n> reeve\n\nferry",
    "a folded callout with metadata": "> [!secret|wide]- Truth\n> reeve\n\nferry",
    "a callout in a callout": "> [!info] Facts\n> ferry\n>\n> > [!secret] Truth\n> > reeve",
    "a callout deep in callouts": "> [!info]\n> > [!tip]\n> > ferry\n> > > [!gm]\n> > > reeve",
    "a secret callout with another": "> [!gm] a\n> > [!info] b\n> > reeve\n>\n> reeve\n\nferry",
    "a callout whose lines go on": "> [!secret] Truth\n> It is known that\nthe reeve.\n\nferry",
    "a nested callout whose lines go on": "> > [!secret] Truth\n> > x\n> reeve\nreeve\n\nferry",
    "a callout in a list": "1. ferry\n   > [!secret]\n   > reeve\n2. ferry",
    "a callout in a nested list": "- ferry\n\t- ferry\n\t\t> [!secret] x\n\t\t> reeve\n- ferry",
    "a callout after a callout": "> [!info] a\n> ferry\n> [!secret] b\n> reeve\n\nferry",
    "a callout without a blank": ">[!secret]\n>reeve\n\nferry",
    "an indented callout": "   > [!secret] x\n   > reeve\n\nferry",
    "a callout with a code block": "> [!secret] x\n> ```\n> reeve\n> ```\n> reeve\n\nferry",
    "a callout by its title": "> [!info] GM only\n> reeve\n\nferry",
    "a callout by its metadata": "> [!info|gm-only] x\n> reeve\n\nferry",
    "a callout after tabs": "- ferry\n\t> [!gm]\n\t> reeve\n\nferry",
    "an underlined heading": "ferry\n\nGM notes\n====\nreeve\n\n### x\nreeve\n\n# Looks\nferry",
    "a heading underlined with dashes": "Secrets\n---\nreeve\n\n## Looks\nferry",
    "a heading in a quote": "> ferry\n>\n> ## Secrets\n> reeve\n\nferry",
    "a heading in a list": "- ## Secrets\n  reeve\n- ferry",
    "a heading with emphasis": "## **GM** _notes_\nreeve\n## Looks\nferry",
    "a heading that closes with signs": "## Secrets ##\nreeve\n## Looks\nferry",
    "a heading in a fence": "## Secrets\n```\n# Looks\n```\nreeve\n## Looks\nferry",
    "a heading in a fence of tildes": "## Secrets\n~~~\n# Looks\n```\n~~~\nreeve\n## Looks\nferry",
    "an indented heading": "   ## Secrets\nreeve\n## Looks\nferry",
    "a paragraph as a heading": "ferry\n\n**GM notes**\n\n- reeve\n\nreeve\n\n## Looks\nferry",
    "a paragraph with a label": "ferry\n\n**GM:** reeve\nreeve\n\nferry",
    "a line with a label": "Looks: ferry\nSecret: reeve",
    "an item with a label": "- ferry\n- **Secret:** reeve\n  - reeve\n\n  reeve\n- ferry",
    "an item as a heading": "- ferry\n- Secrets\n  - reeve\n    - reeve\n- ferry",
    "a field of Dataview": "Age:: ferry\n\nsecret:: reeve\n\nferry",
    "a label in brackets": "[GM] the reeve\n\nferry",
    "a task with a label": "- [ ] GM: reeve\n  - reeve\n- [x] ferry\n- [x] Secrets\n  - reeve",
    "a footnote with a label": "ferry[^1]\n\n[^1]: GM: reeve\n\n    reeve\n\nferry",
    "a footnote with another": "ferry[^1]\n\n[^1]: GM only: reeve[^2]\n\n[^2]: reeve",
    "an aside with brackets": "ferry (GM: the [[Orla]] (a reeve)\nreeve) ferry",
    "an aside without a colon": "ferry (GM only – reeve) ferry [DM, the reeve] (SL reeve) ferry",
    "a label after a sentence": "ferry. **GM only:** reeve\nreeve\n\nferry; secret: reeve.",
    "a label after a dash": "ferry – GM: reeve\n\n- ferry <br>**DM**: reeve\n- ferry",
    "a label after a comment": "ferry %%reeve%% GM: reeve\n\nferry",
    "a label in a cell": "| a | b |\n| --- | --- |\n| reeve | x<br>GM: reeve |\n\nferry",
    "a label at the end": "- reeve (GM only)\n  - reeve\n- ferry\n\nThe reeve. [DM]\n\nferry",
    "a label in emphasis": "**Secret** reeve\n\n- *GM only.* reeve\n- `gm` reeve\n\nferry",
    "a label in wide letters": "ferry\n\nＧＭ： reeve\n\nG\u200bM&nbsp;notes: reeve",
    "a label and a long dash": "GM—reeve\n\nferry\n\nDM → reeve",
    "a label in code": "```\nGM: reeve\n```\n\nferry",
    "a cell of HTML": "ferry\n\n<table><tr><td>GM</td><td>reeve</td></tr></table>",
    "a remark of CriticMarkup": "ferry {==ferry==}{>>the reeve<<} ferry",
    "the title of a link": "[ferry](https://example.org 'GM: reeve') ferry",
    "a block of Templater": "ferry\n<%* if (tp) { %>\n<% reeve %> ferry",
    "an aside": "the ferry (GM: the reeve) and the ferry",
    "a spoiler": "the ferry ||the reeve|| the ferry",
    "a block of admonition": "```ad-gm\ntitle: x\nreeve\n```\nferry",
    "a block of admonition by its title": "```ad-note\ntitle: GM only\nreeve\n```\nferry",
    "a block in a block": "`````ad-note\n~~~ad-secret\nreeve\n~~~\n`````\nferry",
    "a callout in a block": "```ad-info\n> [!secret]\n> reeve\n```\nferry",
    "a code block for the GM": "```gm\nreeve\n```\nferry",
    "a fenced div": "::: secret\nreeve\n## Looks\nreeve\n:::\nferry",
    "fenced divs in each other": ":::: {.gm}\n::: note\nreeve\n:::\nreeve\n::::\n\nferry",
    "a fenced div without an end": "ferry\n\n:::gm\nreeve\n\n# Looks\nreeve",
    "an admonition of MkDocs": 'ferry\n\n!!! secret "x"\n    reeve\n\n    reeve\n\n# x\nferry',
    "a table": "ferry\n\n| Who | GM |\n| --- | --- |\n| Tam | reeve |\n\nferry",
    "a row of a table": "| What | Text |\n| --- | --- |\n| Secret | reeve |\n\nferry",
    "a footnote in a secret section": "ferry[^1]\n\n## Secrets\nx\n\n[^1]: reeve",
    "a footnote of a secret section": "ferry[^2]\n\n[^1]: reeve\n[^2]: ferry\n\n## GM\nx[^1]",
    "a long footnote": "ferry\n\n[^1]: x\n    reeve\n\n    reeve\n\n## GM\nx[^1]",
    "a footnote of a footnote": (
        "ferry[^2]\n\n## GM\nx[^1]\n\n# x\n\n[^1]: reeve[^3]\n\n[^3]: reeve\n\n[^2]: ferry"
    ),
    "a comment as an address": "ferry\n\n[//]: # (reeve)\n\nferry\n\n[comment]: <> (reeve)",
    "an address that nothing uses": 'ferry\n\n[x]: https://example.org "reeve"',
    "an element with a class": 'ferry <span class="gm-only">reeve</span> ferry',
    "elements in each other": '<div class="dm"><div>reeve</div>reeve</div>\n\nferry',
    "an element over blocks": '<div class="secret">\n\nreeve\n\n## reeve\n\n</div>\n\nferry',
    "an element without an end": 'ferry\n\n<div data-for="gm">\nreeve\n\n# Looks\nreeve',
    "a hidden element": "ferry <span hidden>reeve</span> ferry",
    "an element that is not displayed": 'ferry <b style="display: none">reeve</b> ferry',
    "details": "ferry\n\n<details><summary>GM only</summary>\n\nreeve\n\n</details>",
    "an element of its own": "ferry <secret>reeve</secret> ferry",
    "a condition of a template": (
        "ferry\n\n{% if gm %}\nreeve\n{% if x %}\n## reeve\n{% endif %}\nreeve\n{% endif %}\n\n"
        "ferry"
    ),
    "a condition in a line": "ferry {%- if dm -%}reeve{%- endif -%} ferry {{#if x}}reeve{{/if}}",
    "a condition without an end": "ferry\n\n{% if keeper %}\nreeve\n\n# Looks\nreeve",
    "a comment of a template": "ferry {# reeve #} ferry {% comment %}reeve{% endcomment %} ferry",
    "a text in a tag of a template": "ferry {{spoiler|the reeve}} ferry",
    "what is no comment": "ferry {#a}\n\nferry {{ ferry }}",
    "a heading for the GM of another game": "## For the Keeper\nreeve\n\n## Looks\nferry",
    "a label for the GM of another game": "ferry\n\n**Keeper:** reeve\n\nferry (Referee: reeve)",
    "an element for the GM of another game": 'ferry <b class="storyteller">reeve</b> ferry',
    "a comment for the GM of another game": "ferry %%Keeper%%reeve%%Keeper%% ferry",
    "a script": "ferry\n\n<script>\nreeve\n\nreeve\n</script>\n\nferry",
    "quotes deeper than a parser goes": f"ferry\n\n{'> ' * 30}reeve\n\nferry",
    "a callout deeper than a parser goes": f"ferry\n\n{'> ' * 30}[!secret]\n{'> ' * 30}reeve",
    "an indented secret": "ferry\n\n        > [!secret] x\n        > reeve",
    "line ends of Windows": "> [!secret] x\r\n> reeve\r\nreeve\r\n\r\nferry\r\n",
}


def opened(text: str) -> str:
    return text.partition("::: secret gm\n")[0]


@pytest.mark.parametrize("kind", STRUCTURES)
def test_a_secret_part_is_for_the_gm_and_the_rest_is_open(kind: str) -> None:
    text = STRUCTURES[kind]
    page = texts_of({"Ada.md": text}, "everyone")["pages/ada.md"]
    assert "for: everyone" in page
    assert "reeve" not in opened(page).casefold()
    assert text.casefold().count("ferry") == opened(page).casefold().count("ferry")
    assert page.casefold().count("reeve") >= text.casefold().count("reeve")


@pytest.mark.parametrize(
    "word",
    [
        *("secret", "secrets", "gm", "dm", "gmonly", "gmnotes", "gm-only", "dm-sidebar", "dmonly"),
        *(
            "secret-door",
            "GM_Notes",
            "dm-note",
            "gmsecret",
            "onlygm",
            "for-gm",
            "spoiler",
            "hidden",
        ),
        *("private", "game-master", "dungeonmaster", "player-secret", "SL", "sl-infos", "geheim"),
        *(
            "spielleitung",
            "nur-sl",
            "verborgen",
            "privat",
            "MJ",
            "meneur",
            "maître-du-jeu",
            "privé",
        ),
        *("caché", "notes-mj", "draft", "gmstuff", "GmOnly", "not-for-players"),
        *("keeper", "referee", "Storyteller", "for-keeper", "keeper-only", "Erzähler", "conteuse"),
    ],
)
def test_a_callout_or_a_tag_with_a_secret_word_closes(word: str) -> None:
    notes = {
        "Ada.md": f"ferry\n\n> [!{word}]\n> reeve\n\nferry",
        "Bo.md": f"reeve\n\n#{word}",
        "Cy.md": f"---\ntags: [npc, {word}]\n---\nreeve",
        "Di.md": f"```ad-{word}\nreeve\n```\n\nferry",
    }
    found = texts_of(notes, "everyone")
    assert "reeve" not in opened(found["pages/ada.md"])
    assert "reeve" not in opened(found["pages/di.md"])
    assert "for: gm" in found["pages/bo.md"]
    assert "for: gm" in found["people/cy.md"]


@pytest.mark.parametrize(
    "name",
    [
        *("GM Notes", "DM Notes", "Secrets", "Orla Venn (GM)", "Orla - DM Secrets", "GMNotes"),
        *("DM", "GM only", "Private", "Spoilers", "Notes for the GM", "Geheim", "SL-Infos"),
        *("Nur für die Spielleitung", "Spielleiter", "Verborgenes", "Secrets du MJ", "Pour le MJ"),
        *("Notes du meneur", "Maître du jeu", "Privé", "Not for players", "Hidden Valley"),
        *("What the players don't know", "dm_secrets", "Drafts", "Entwürfe", "Brouillons"),
        *("Keeper's notes", "Storyteller only", "Referee notes", "Notes du conteur", "🔒 Plot"),
        *("For the Keeper", "Keeper", "Referee's", "Für die Erzählerin", "Pour le conteur"),
        *("MC only", "Judge notes", "Notes for the Host"),
    ],
)
def test_a_name_with_a_secret_word_closes_the_note_and_the_section(name: str) -> None:
    notes = {
        f"{name}.md": f"---\nid: a\ndraft: false\n---\n# {name}\nreeve",
        f"Lore/{name}/Ada.md": "---\nid: b\n---\nreeve",
        "Lore/Bo.md": f"---\nid: c\ntitle: {name}\n---\nreeve",
        "Cy.md": f"ferry\n\n## {name}\nreeve\n\n### x\nreeve",
    }
    if name in ("Drafts", "Entwürfe", "Brouillons"):
        del notes["Cy.md"]
    found = texts_of(notes, "everyone")
    assert [("for: gm" in found[f"pages/{id}.md"]) for id in "abc"] == [True] * 3
    assert "reeve" not in opened(found.get("pages/cy.md", ""))


@pytest.mark.parametrize(
    "name",
    [
        *("The Keeper", "The Storyteller", "A referee", "Known for ales", "Wardens"),
        *("Keeper of Bees", "Handlers of Hounds", "The Judge's Host"),
        *("Dmitri", "The Secretary", "Slow Water", "A cache of gold", "Players", "Notes", "Looks"),
        *("Non-Player Characters", "Nicht-Spieler-Charaktere", "Personnages non-joueurs"),
    ],
)
def test_ordinary_names_close_nothing(name: str) -> None:
    found = texts_of({f"{name}.md": f"---\nid: a\n---\n## {name} x\nferry"}, "everyone")
    assert "for: everyone" in found["pages/a.md"]
    assert "ferry" in opened(found["pages/a.md"])


@pytest.mark.parametrize(
    "line",
    [
        *("The keeper of the ferry: a host.", "Wardens: ferry", "{{ ferry }}", "{%ferry"),
        *("She told him a secret: ferry", "ferry (a secret passage)", "- [ ] ferry (see below): x"),
        *("[[Orla (GM)|ferry]] [ferry](gm/a.md) [^gm] ferry", "Secret doors – ferry"),
    ],
)
def test_ordinary_words_close_nothing(line: str) -> None:
    assert "ferry" in opened(texts_of({"Ada.md": line}, "everyone")["pages/ada.md"])


@pytest.mark.parametrize(
    "front",
    [
        *("draft: true", "visibility: dm", "visibility: gm", "visibility: secret", "audience: gm"),
        *("access: private", "share: false", "visible: false", "revealed: false", "spoiler: true"),
        *("player_visible: false", "reveal: unrevealed", "publish: false", "dg-publish: false"),
        *("hidden: yes", "private: true", "status: secret", "permission: GM only", "gm-only: true"),
        *("keeper: true", "visibility: storyteller"),
        *("isSecret: true", "visibleToPlayers: false", "players know: no", "unlisted: true"),
        *(
            "no-publish: true",
            "type: gm",
            "cssclasses: [wide, dm-only]",
            "for: gm",
            "players: none",
        ),
        *("meta: {visibility: dm}", "permissions: {players: false}", "known_to_players: false"),
        *("geheim: ja", "Sichtbarkeit: Spielleitung", "entwurf: true", "privat: wahr", "sl: ja"),
        *("oeffentlich: nein", "révélé: non", "revele: non", "visibilite: MJ", "known: false"),
        *("known_to_party: no", "unveröffentlicht: true", "publie: non"),
        *("visibilité: MJ", "brouillon: oui", "privé: true", "publié: non", "accès: meneur"),
        # What is not understood closes, too.
        *(
            "visibility: crew",
            "audience: [Ann, players]",
            "readers: Ann",
            "access: 2",
            "secret: so so",
        ),
        *("published: 2026-01-01", "publish:", "visibility:", "draft: later", "private: {a: 1}"),
    ],
)
def test_front_matter_about_reading_that_does_not_open_closes(front: str) -> None:
    found, _ = imported({"Ada.md": f"---\n{front}\n---\nreeve", "Bo.md": "ferry"}, "everyone")
    assert found is not None
    assert "for: gm" in found.files["pages/ada.md"].decode()
    assert "for: everyone" in found.files["pages/bo.md"].decode()
    key = front.partition(":")[0]
    ada = next(one.note for one in found.notes if one.id == "ada")
    assert any(key in reason for reason in ada.closings)


@pytest.mark.parametrize(
    "front",
    [
        *("draft: false", "visibility: public", "audience: everyone", "visibility: all"),
        *("publish: true", "dg-publish: true", "revealed: true", "secret: false", "secret:"),
        *("shared: true", "access: all", "status: alive", "role: secret police chief"),
        *("known_for: ales", "known: true", "occupation: Keeper", "class: Warden", "keeper: Ann"),
        *("sichtbarkeit: alle", "visibilité: tous", "true name: reeve", "gm_notes: reeve"),
        *("player: Ann", "for: everyone", "location: North", "fc-date: 1492-01-01"),
    ],
)
def test_front_matter_that_opens_or_is_about_something_else_does_not_close(front: str) -> None:
    page = texts_of({"Ada.md": f"---\n{front}\n---\nferry"}, "everyone")["pages/ada.md"]
    assert "for: everyone" in page
    assert "reeve" not in opened(page)


#: Marks that let players read, and say nothing about everybody else.
FOR_PLAYERS: Final = (
    *("---\nvisibility: players\n---\n", "---\naudience: [Players, public]\n---\n"),
    *("---\nplayer_visible: true\n---\n", "---\nknown-to: party\n---\n"),
    *("---\nsichtbarkeit: Spieler\n---\n", "---\nvisibilité: joueurs\npublish: true\n---\n"),
    *("visibility:: players\n\n", "#visibility/players\n\n", "#players-only\n\n"),
    *("## Players only\n\n", "> [!players-only]\n> x\n\n", "**Nur für die Spieler:**\n\n"),
)


@pytest.mark.parametrize("start", FOR_PLAYERS)
@pytest.mark.parametrize(
    ("readers", "word"), [("everyone", "factions"), ("factions", "factions"), ("oru", "oru")]
)
def test_what_is_for_players_is_not_for_the_public(start: str, readers: str, word: str) -> None:
    page = texts_of({"Ada.md": f"{start}ferry"}, readers)["pages/ada.md"]
    assert f"for: {word}\n" in page


def test_what_is_for_players_is_named_in_no_text_for_the_public() -> None:
    notes = {"Ada.md": "See [[Reeve]].", "Reeve.md": "---\nvisibility: players\n---\nferry"}
    page = texts_of(notes, "everyone")["pages/ada.md"]
    assert "for: everyone" in page
    assert "See (unknown)." in page


@pytest.mark.parametrize("front", ["hidden: players", "secret: all", "private: everyone"])
def test_who_does_not_read_is_not_who_reads(front: str) -> None:
    page = texts_of({"Ada.md": f"---\n{front}\n---\nreeve"}, "everyone")["pages/ada.md"]
    assert "for: gm" in page


@pytest.mark.parametrize(
    "start",
    [
        "\n---\ndraft: true\n---\n",
        "---\ndraft: true\n\n",
        "+++\ndraft = true\n+++\n",
        "visibility:: gm\n\n",
        "- **Visibility:** Private\n\n",
        "[publish:: false]\n\n",
        "#visibility/dm\n\n",
        "#visibility/crew\n\n",
        "#not-public\n\n",
        "#unrevealed\n\n",
    ],
)
def test_marks_that_are_not_in_front_matter_close_as_well(start: str) -> None:
    assert "for: gm" in texts_of({"Ada.md": f"{start}reeve"}, "everyone")["pages/ada.md"]


def test_long_rows_of_signs_take_no_time() -> None:
    signs = "{% " * 30_000
    assert not is_secret_title(signs)


def test_a_name_that_only_may_be_a_secret_is_opened_by_front_matter() -> None:
    notes = {
        "Hidden Valley.md": "---\nsecret: false\n---\nferry",
        "GM Notes.md": "---\nsecret: false\n---\nreeve",
    }
    found = texts_of(notes, "everyone")
    assert "for: everyone" in found["pages/hidden-valley.md"]
    assert "for: gm" in found["pages/gm-notes.md"]


def test_text_under_a_key_for_the_gm_is_kept_for_the_gm() -> None:
    page = texts_of({"Ada.md": "---\nsecret: the reeve\ngm_notes: a reeve\n---\n."})["pages/ada.md"]
    assert page.count("reeve") == 2


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("[[#The reeve did it]]", "(unknown)"),
        ("![[#The reeve did it]]", "(unknown)"),
        ("[[#Looks#The reeve did it]]", "(unknown)"),
        ("[[#The reeve did it|reeve]]", "(unknown)"),
        ("[reeve](#the-reeve-did-it)", "(unknown)"),
        ("[reeve](#The%20reeve%20did%20it)", "(unknown)"),
        ("[[#^reeve1|reeve]]", "(unknown)"),
        ("[[Ada#The reeve did it|reeve]]", "[[ada]]"),
        ("[[Bo#A reeve|reeve]]", "[[bo]]"),
        ("[reeve](Bo.md#a-reeve)", "[[bo]]"),
        ("[[#Looks]]", "Looks"),
        ("[[#Looks|the looks]]", "the looks"),
        ("[looks](#looks)", "looks"),
        ("[[Bo#Looks|her looks]]", "[[bo|her looks]]"),
    ],
)
def test_a_link_to_a_secret_part_does_not_say_its_name(link: str, shown: str) -> None:
    notes = {
        "Ada.md": f"So: {link} ferry.\n\n## Looks\n\n## GM\n\n### The reeve did it\n\nHe. ^reeve1",
        "Bo.md": "## Looks\n\nTall.\n\n## Secrets\n\n### A reeve\n\nAda did it.",
    }
    found = texts_of(notes, "everyone")
    assert f"So: {shown} ferry." in opened(found["pages/ada.md"])


# ── Pictures and links ───────────────────────────────────────────────────────────────────────────

_GIF: Final = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)


def pictures(files: dict[str, str | bytes]) -> tuple[str, list[bytes], list[str]]:
    """The open text of `ada`, the pictures that are copied, and the codes of the findings."""
    found, findings = imported(files, "everyone")
    assert found is not None
    page = found.files["pages/ada.md"].decode()
    return opened(page), [found.files[path] for path in found.pictures], codes(findings)


@pytest.mark.parametrize("link", ["![[map.png]]", "![x](map.png)", "![x](./map.png)"])
def test_a_picture_beside_the_note_comes_before_one_elsewhere(link: str) -> None:
    text, copied, _ = pictures(
        {"Players/Ada.md": link, "GM/map.png": _GIF, "Players/map.png": _GIF + b"own"}
    )
    assert "(map.png)" in text
    assert copied == [_GIF + b"own"]


@pytest.mark.parametrize(
    ("link", "taken"),
    [
        ("![[map.png]]", b"root"),
        ("![x](map.png)", b"beside"),
        ("![[art/map.png]]", b"art"),
        ("![x](art/map.png)", b"art"),
        ("![[../Lore/map.png]]", b"lore"),
        ("![x](/map.png)", b"root"),
        ("![[only.png]]", b"near"),
        ("![[deep/map.png]]", b"deep"),
    ],
)
def test_paths_are_resolved_as_obsidian_does(link: str, taken: bytes) -> None:
    _, copied, _ = pictures(
        {
            "Zone/Ada.md": link,
            "map.png": _GIF + b"root",
            "Zone/map.png": _GIF + b"beside",
            "art/map.png": _GIF + b"art",
            "Lore/map.png": _GIF + b"lore",
            "Zone/a/b/c/only.png": _GIF + b"near",
            "z/only.png": _GIF + b"far",
            "x/deep/map.png": _GIF + b"deep",
        }
    )
    assert copied == [_GIF + taken]


@pytest.mark.parametrize(
    "link", ["![x](nowhere/map.png)", "![[../../../Lore/map.png]]", "![[no/map.png]]"]
)
def test_a_path_to_a_picture_that_leads_nowhere_is_words_and_reported(link: str) -> None:
    text, copied, found = pictures({"Lore/Ada.md": link, "Lore/map.png": _GIF})
    assert copied == []
    assert "![" not in text
    assert found == ["V009"]


@pytest.mark.parametrize(
    "path",
    ["GM/map.png", "Lore/Secrets/map.png", "map (DM).png", "gm-map.png", "Villains/map.png"],
)
@pytest.mark.parametrize("link", ["![[{}]]", "![x](<{}>)"])
def test_a_picture_of_the_gm_is_not_shown_in_an_open_note(path: str, link: str) -> None:
    files: dict[str, str | bytes] = {
        "Ada.md": link.format(path),
        path: _GIF,
        "Villains/Bo.md": "---\nsecret: true\n---\nreeve",
    }
    text, _, found = pictures(files)
    assert "![" not in text
    assert found


def test_the_portrait_of_an_open_note_is_no_picture_of_the_gm() -> None:
    notes: dict[str, str | bytes] = {
        "Ada.md": "---\ntype: npc\nportrait: ada.png\n---\nferry",
        "GM/ada.png": _GIF,
    }
    found, findings = imported(notes, "everyone")
    assert found is not None
    assert "portrait:" not in opened(found.files["people/ada.md"].decode())
    assert findings


def test_a_link_leads_to_the_nearest_note() -> None:
    notes = {
        "Players/Ada.md": "See [[Cellar]] and [x](Cellar.md) and [[GM/Cellar]].",
        "GM/Cellar.md": "---\nid: gm-cellar\n---\nreeve",
        "Players/Cellar.md": "ferry",
    }
    assert (
        "See [[cellar]] and [[cellar|x]] and (unknown)."
        in texts_of(notes, "everyone")["pages/ada.md"]
    )


def test_a_path_to_a_note_that_leads_nowhere_is_words_and_reported() -> None:
    found, findings = imported({"Ada.md": "See [[no/Cellar]].", "Lore/Cellar.md": "ferry"})
    assert found is not None
    assert "See Cellar." in found.files["pages/ada.md"].decode()
    assert codes(findings) == ["V007"]


def test_no_number_in_a_name_tells_of_what_is_secret() -> None:
    files: dict[str, str | bytes] = {
        "GM/Ada.md": "![[map.png]]",
        "GM/map.png": _GIF,
        "Lore/Ada.md": "---\nsecret: true\n---\nreeve",
        "Players/Ada.md": "ferry ![[map.png]]",
        "Players/map.png": _GIF + b"own",
    }
    found, _ = imported(files, "everyone")
    assert found is not None
    opened = found.files["pages/ada.md"].decode()
    assert "for: everyone" in opened
    assert "(map.png)" in opened
    assert found.files["media/map.png"] == _GIF + b"own"
    assert len(found.pictures) == 2
    pages = {path: it.decode() for path, it in found.files.items() if path.endswith(".md")}
    texts = {path: text.replace("![map]", "map ") for path, text in pages.items()}
    again, findings = imported(files, "everyone", over={**SOUND, **texts})
    assert again is not None
    assert (dict(again.files), codes(findings)) == ({}, ["V003"] * 3)


# ── Imported again ───────────────────────────────────────────────────────────────────────────────


def test_a_note_that_was_open_and_is_secret_now_is_reported() -> None:
    before = {**SOUND, **texts_of({"Ada.md": "reeve", "Bo.md": "ferry"}, "everyone")}
    found, findings = imported(
        {"Ada.md": "---\nsecret: true\n---\nreeve", "Bo.md": "ferry"}, "everyone", over=before
    )
    assert found is not None
    assert found.files == {}
    assert [(one.code, one.at and one.at.path) for one in findings if one.code != "V003"] == [
        ("V012", "notes/Ada.md")
    ]
    assert "pages/ada.md" in next(one.message for one in findings if one.code == "V012")


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("She drowned the old reeve of the marsh.", "%%She drowned the old reeve of the marsh.%%"),
        ("A reeve.", "%%A reeve.%%"),
        ("She is a ferry reeve, and old.", "She is %%a ferry reeve%%, and old."),
        ("Her lord is [[Bo]], the reeve.", "%%Her lord is [[Bo]],%% the reeve."),
        ("| ferry | reeve |", "%%| ferry | reeve |%%"),
        ("- ferry\n- reeve", "- ferry\n- %%reeve%%"),
    ],
)
@pytest.mark.parametrize("path", ["Ada.md", "Places/Ada.md", "People/Ada.md"])
def test_a_part_that_was_open_and_is_secret_now_is_reported(
    before: str, now: str, path: str
) -> None:
    bo = {"Bo.md": "ferry"}
    there = {**SOUND, **texts_of({path: f"The ferry.\n\n{before}", **bo}, "everyone")}
    _, findings = imported({path: f"The ferry.\n\n{now}", **bo}, "everyone", over=there)
    assert sorted(codes(findings)) == ["V003", "V003", "V012"]


@pytest.mark.parametrize(
    "text",
    [
        "The ferry.\n\n%%The reeve.%%",
        "---\nrace: human\n---\nA reeve. %%A reeve.%%",
        "Ada.\n\n> [!secret] Ada\n> everyone, ferry",
    ],
)
@pytest.mark.parametrize("path", ["Ada.md", "Places/Ada.md"])
def test_a_part_that_was_secret_before_or_is_open_elsewhere_is_not_reported(
    text: str, path: str
) -> None:
    notes = {path: text, "Places/Bo.md": "The reeve. Human, ferry."}
    there = {**SOUND, **texts_of(notes, "everyone")}
    _, findings = imported(notes, "everyone", over=there)
    assert codes(findings) == ["V003", "V003"]


def test_a_picture_beside_notes_for_players_is_not_for_the_public() -> None:
    text, copied, _ = pictures(
        {
            "Ada.md": "![[map.png]]",
            "Party/Bo.md": "---\nvisibility: players\n---\n![[map.png]]",
            "Party/map.png": _GIF,
        }
    )
    assert "map.png" not in text
    assert copied == [_GIF]
