"""The Markdown export of Kanka becomes files of a campaign; what has no mark is for the GM."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.authoring.import_notes.imported import imported, texts_of

#: As Kanka's templates `campaigns.markdown` and `entities.markdown.index` write them.
START: Mapping[str, str] = {
    "campaign.md": "\n# Crowns\n\n**Visibility:** Private\n\n---\n## Description\nHidden plans.\n",
    "index.md": "# Index\n\n### Characters\n* [Tam Reed](characters/tam-reed_103)\n\n",
}


def entity(
    name: str,
    visibility: str = "Public",
    entry: str = "",
    *,
    facts: str = "",
    profile: str = "",
    rest: str = "",
) -> str:
    """A file of the export, as Kanka's template `entities.markdown.base` writes it."""
    described = f"---\n## Description\n{entry}\n\n---\n\n" if entry else ""
    picture = "![avatar](https://th.kanka.io/x.png)\n"
    mark = f"- **Visibility:** {visibility}\n"
    return f"\n{picture}\n# {name}\n\n{facts}{mark}{profile}\n{described}{rest}"


def export(**more: str) -> dict[str, str | bytes]:
    return {
        **START,
        "characters/tam-reed_103.md": entity("Tam Reed", "Private", "Tam is the drowned heir."),
        "characters/orla-venn_101.md": entity("Orla Venn", "Public", **more),
        "locations/old-quay_104.md": entity(
            "Old Quay",
            facts="- **Type:** Harbour\n- **Parent:** [Redhaven](locations/redhaven_105)\n",
        ),
        "locations/redhaven_105.md": entity("Redhaven", entry="A town."),
        "tags/ally_106.md": entity("Ally"),
    }


def orla(**more: str) -> tuple[str, str]:
    """What everybody and what only the GM may read of a person."""
    text = texts_of(export(**more), "everyone")["people/orla-venn.md"]
    opened, _, secret = text.partition("::: secret gm\n")
    return opened, secret


def test_names_kinds_and_readers_are_those_of_the_export() -> None:
    found, findings = imported(export(entry="She keeps the ferry."), "everyone")
    assert found is not None
    assert {(one.path, one.id, one.note.name, one.note.secret) for one in found.notes} == {
        ("people/orla-venn.md", "orla-venn", "Orla Venn", False),
        ("people/tam-reed.md", "tam-reed", "Tam Reed", True),
        ("places.yaml", "old-quay", "Old Quay", False),
        ("places.yaml", "redhaven", "Redhaven", False),
    }
    places = found.files["places.yaml"].decode()
    assert "within: redhaven" in places
    assert "- **Type:** Harbour" in places
    assert "Hidden plans" not in "".join(it.decode() for it in found.files.values())
    assert [finding.message for finding in findings] == [
        "the description of the campaign itself: not imported"
    ]


@pytest.mark.parametrize("visibility", ["Private", "Privée", "Privat", "", "Members", "Public?"])
def test_what_is_not_clearly_public_is_for_the_gm(visibility: str) -> None:
    files = export() | {"notes/plan_107.md": entity("Plan", visibility, "A plan.")}
    assert "for: gm" in texts_of(files, "everyone")["pages/plan.md"]


@pytest.mark.parametrize("visibility", ["Public", "Publique", "Pública", "Publiczna"])
def test_what_is_public_in_any_language_is_open(visibility: str) -> None:
    files = export() | {"notes/plan_107.md": entity("Plan", visibility, "A plan.")}
    assert "for: everyone" in texts_of(files, "everyone")["pages/plan.md"]


def test_a_type_called_public_is_no_visibility() -> None:
    plan = entity("Plan", "Private", "A plan.", facts="- **Type:** Public\n")
    text = texts_of(export() | {"notes/plan_107.md": plan}, "everyone")["pages/plan.md"]
    assert "for: gm" in text


@pytest.mark.parametrize(
    "rest",
    [
        "## Properties\n\n* **Debt**: Lantern\n",
        "## Relations\n\n* [Lantern](characters/lantern_109)\n",
        "## Profile\n\n### Personality\n\n- Lantern\n",
        "## Aliases\n\n- Lantern\n",
        "## The truth\nLantern\n",
        "## A post\n```\n---\n## Description\nLantern\n---\n```\n",
    ],
)
@pytest.mark.parametrize("entry", ["", "She keeps the ferry."])
def test_parts_without_a_mark_are_for_the_gm(rest: str, entry: str) -> None:
    opened, secret = orla(entry=entry, rest=rest)
    assert ("Lantern" in opened, "Lantern" in secret) == (False, True)
    assert (entry in opened) is True


def test_locations_have_no_mark_and_the_description_after_them_is_found() -> None:
    opened, secret = orla(
        entry="She keeps the ferry.", profile="## Profile\n\n- **Locations:** Lantern Cave\n"
    )
    assert "She keeps the ferry." in opened
    assert ("Lantern" in opened, "Lantern" in secret) == (False, True)


@pytest.mark.parametrize(
    "entry",
    [
        "Open.\n\n---\n\nLantern",  # the line that ends a description, within it
        "She [fears the Lantern](locations/redhaven_105).",  # a post's name, or its text
        "She [Lantern [Old Quay](locations/old-quay_104) more](locations/redhaven_105).",
        "She owes [Lantern](characters/orla-venn_101).",  # the value of an attribute
        "[](locations/redhaven_105) Lantern",
        "See [Lantern](characters/lantern_109).",  # what the export does not hold
        "See [the \\[Lantern\\]](locations/redhaven_105).",
    ],
)
def test_a_description_that_may_hold_text_from_elsewhere_is_for_the_gm(entry: str) -> None:
    opened, secret = orla(entry=entry)
    assert ("Lantern" in opened, "Lantern" in secret) == (False, True)


@pytest.mark.parametrize(
    ("entry", "shown"),
    [
        ("She left [Redhaven](locations/redhaven_105).", "She left [[redhaven]]."),
        ("She fears [Tam Reed](characters/tam-reed_103).", "She fears (unknown)."),
        ("[site](https://example.org/)", "[site](<https://example.org/>)"),
        ("**Bold** and\n\n- a\n- b", "**Bold** and\n\n- a\n- b"),
        ("::: note", "\\:\\:\\: note"),
    ],
)
def test_plain_mentions_become_links(entry: str, shown: str) -> None:
    opened, _ = orla(entry=entry)
    assert opened.split("---\n", 2)[2].strip() == shown


def test_the_gm_keeps_the_words_of_each_link() -> None:
    text = texts_of(export(entry="She [fears him](characters/tam-reed_103)."))[
        "people/orla-venn.md"
    ]
    assert "[[tam-reed|fears him]]" in text


def test_an_export_may_lie_in_a_folder() -> None:
    files = {f"crowns/{path}": text for path, text in export().items()}
    assert "people/orla-venn.md" in texts_of(files)


def test_a_vault_with_an_index_is_a_vault() -> None:
    files: dict[str, str | bytes] = {
        "index.md": "# Index\n\n* [Ada](People/Ada.md)\n",
        "campaign.md": "Ours.",
        "People/ada_1.md": "A pilot.",
    }
    assert "people/ada-1.md" in texts_of(files)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Mira.md", entity("Mira", entry="She is open.", rest="## A plan\nLantern\n")),
        ("npcs/mira_9.md", entity("Mira", entry="She is open.", rest="## A plan\nLantern\n")),
        ("mira_9.md", "# Mira\n\n- **Sichtbarkeit:** öffentlich\n\n## A plan\nLantern\n"),
        ("Mira.md", entity("Mira", rest="## A plan\nLantern\n")),
    ],
)
def test_a_file_of_an_export_among_other_notes_is_read_by_its_rules(path: str, text: str) -> None:
    found, findings = imported({path: text, "Bo.md": "A cook. See [[Mira]]."}, "everyone")
    assert found is not None
    page = next(it.decode() for path, it in found.files.items() if "mira" in path)
    opened, _, secret = page.partition("::: secret gm\n")
    assert ("Lantern" in opened, "Lantern" in secret) == (False, True)
    assert ("She is open." in opened) == ("She is open." in text)
    assert "See [[mira]]." in found.files["pages/bo.md"].decode()
    assert [(it.code, "Kanka" in it.message) for it in findings] == [("V006", True)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("Mira.md", entity("Mira", "Private", "She is open.")),
        ("GM/Mira.md", entity("Mira", entry="She is open.")),
        ("Mira.md", entity("Mira", entry="She is open. #secret")),
    ],
)
def test_what_kanka_or_the_vault_closes_is_closed(path: str, text: str) -> None:
    assert "for: gm" in texts_of({path: text, "Bo.md": "A cook."}, "everyone")["pages/mira.md"]


def test_a_note_with_a_list_of_facts_is_no_file_of_an_export() -> None:
    text = "# Ada\n\n- **Type:** NPC\n- **Visibility:** Public\n\n## Looks\nTall.\n"
    page = texts_of({"Ada.md": text, "Bo.md": "A cook."}, "everyone")["pages/ada.md"]
    assert "Tall." in page.partition("::: secret")[0]


@pytest.mark.parametrize(
    "entry",
    [
        "## GM notes\nreeve",
        "> **GM:** reeve",
        "%% reeve %%",
        "::: secret gm\nreeve",
        "- Secret: reeve",
    ],
)
def test_marks_in_a_description_are_for_the_gm(entry: str) -> None:
    opened, secret = orla(entry=f"ferry\n\n{entry}", facts="- **GM:** reeve\n")
    assert "ferry" in opened
    assert "reeve" not in opened
    assert secret.count("reeve") == 2


def test_a_name_that_says_it_is_the_gms_closes_an_entity() -> None:
    files = export() | {"notes/plan_107.md": entity("GM notes", "Public", "A plan.")}
    assert "for: gm" in texts_of(files, "everyone")["pages/gm-notes.md"]
