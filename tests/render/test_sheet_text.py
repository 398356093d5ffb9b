"""The rows of a sheet as lines of text: each says all that it is about, and nothing that moves."""

from __future__ import annotations

import pytest

from chronicle.render.sheet_text import _rows

FIGURES = """
<dl class="figures">
<div><dt><details class="what"><summary>Hit points</summary><p>What is left.</p></details></dt>
<dd><strong>9/10</strong> <span class="delta up"><span aria-hidden="true">▲</span>+3</span></dd>
</div><div><dt>Goal</dt><dd>none</dd></div>
</dl>
<p class="since">Arrows show changes.</p>
"""
TABLE = """
<div class="table"><table><caption>Assets</caption>
<thead><tr><th>Asset</th><th>Where</th></tr></thead>
<tbody><tr><th><a href="x.html">the Eel</a><span class="more">subtle</span></th>
<td>Sule<br></td>
<td><span class="level" aria-hidden="true"><i class="on"></i></span>4 of 5</td></tr>
</tbody></table></div>
"""
LISTS = """
<h3>Forces</h3>
<section><h4>Yard</h4><ul>
<li><p><strong>Dorn</strong> <small>level 2</small></p><ul><li>force 2</li><li>lore 0</li></ul></li>
<li>the Drivers</li></ul></section>
<p><b>Lost:</b> <a href="x.html">Perrin &amp; Co</a> <small>(gone)</small></p>
"""


@pytest.mark.parametrize(
    ("drawn", "rows"),
    [
        (FIGURES, ["Hit points: 9/10", "Goal: none"]),
        (TABLE, ["Assets: the Eel subtle, Sule, 4 of 5"]),
        (
            LISTS,
            [
                "Yard: Dorn level 2, force 2, lore 0",
                "Yard: the Drivers",
                "Yard: Lost: Perrin & Co (gone)",
            ],
        ),
        ("It has collapsed.", ["It has collapsed."]),
        ("", []),
    ],
)
def test_the_rows_of_a_sheet_are_lines(drawn: str, rows: list[str]) -> None:
    assert list(_rows(drawn)) == rows
