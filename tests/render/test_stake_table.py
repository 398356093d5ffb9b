"""The table of chances by what is staked, on an order sheet for whom no script shows them."""

from __future__ import annotations

import re
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.outline.pages import outline
from chronicle.outline.paths import ORDERS
from chronicle.project import project
from chronicle.render.pages import render_file
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import play_files
from tests.theme_fragments import renderer

_TABLE: Final = re.compile(r"<caption>Chances by influence spent</caption>.*?</table>", re.DOTALL)
#: Vael has more influence with the watch than with the court.
FILES: Final = {
    "turns/001.yaml": "turn: 1\n",
    "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("{watch: 2}", "{watch: 2, court: 1}"),
    "factions/court.yaml": """\
name: The Court
for: everyone
colors: ["#3a3a3a", "#d8d8d8"]
sigil: tower
opening: {npc: true, capital: 10}
""",
}


def test_every_row_has_a_cell_for_every_stake() -> None:
    played = play_files(FILES, over=SOUND)
    reader = faction_audience("vael")
    site = outline(project(played.campaign, played.history, played.ruleset, reader), Report())
    drawn = render_file(ORDERS, site, renderer("lieutenants"), Report())
    assert drawn is not None
    tables = _TABLE.findall(drawn.decode())
    assert tables
    for table in tables:
        head, *rows = (
            [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<t[dh]\b.*?</t[dh]>", row)]
            for row in re.findall(r"<tr\b.*?</tr>", table, re.DOTALL)
        )
        assert head == ["Order", "0", "1", "2"]
        assert {len(row) for row in rows} == {4}
        for row in rows:
            assert (row[-1] == "–") == ("Court" in row[0])
