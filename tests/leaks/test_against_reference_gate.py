"""The gate finds what the plainest search finds, line for line and mark for mark."""

from __future__ import annotations

import base64
import random
from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

import pytest

from chronicle.diagnostics.report import Report
from chronicle.leaks.gate import find_leaks, leaking_lines
from chronicle.leaks.scan import Scanner
from chronicle.leaks.secrets import Secrets
from chronicle.model.audience import GM
from chronicle.outline.pages import outline
from chronicle.project import audiences_of, project
from chronicle.render import render_site
from tests.leaks.reference_gate import Plainest
from tests.leaks.secret_campaign import texts_of
from tests.leaks.test_injected_faults import HOUSE
from tests.properties.audience_output import BARE
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.thorough import beginning

WAYS: Final = (
    lambda text: f"<p>{text}</p>",
    lambda text: f'<p>They say: <i title="{text}">so</i></p>',
    lambda text: f"  <li>{text.upper()}, <b>they</b> say",
    lambda text: "<p>" + "".join(f"&#{ord(sign)};" for sign in text) + "</p>",
    lambda text: f'<a href="{quote(text)}">there</a>',
    lambda text: base64.b64encode(text.encode()).decode(),
    lambda text: text.encode().hex(),
    lambda text: "-".join(text.split()) + "2",
    lambda text: "xx" + "".join(text.split()) + "xx",
)


def leaks_of(texts: list[str], chance: random.Random) -> Iterator[str]:
    """Lines that hold these texts, in whole or in part, in all ways."""
    for text in texts:
        words = text.split()
        start = chance.randrange(len(words))
        yield chance.choice(WAYS)(" ".join(words[start : start + chance.randint(1, 9)]))


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    beginning(
        [("shadow", 310), ("wwn", 310), ("freeform", 310), ("shadow", 311), ("lieutenants", 310)], 2
    ),
)
def test_the_gate_finds_what_the_reference_search_finds(ruleset: str, seed: int) -> None:
    chance, report = random.Random(seed), Report()  # noqa: S311  protects no secret
    told = played(sample(ruleset, seed, turns=2).tree())
    secrets = Secrets.of(texts_of(told), HOUSE)
    plainest = Plainest(secrets)
    texts = sorted({piece.text for piece in secrets.pieces if piece.text.split()})
    made = {
        audience.word: render_site(
            outline(project(told.campaign, told.history, told.ruleset, audience), report),
            BARE,
            report,
        )
        for audience in (*audiences_of(told.campaign)[:3], GM)
    }
    planted: dict[str, dict[str, bytes]] = {}
    for word in [word for word in made if word != GM.word]:
        lines = "\n".join(leaks_of(chance.sample(texts, min(40, len(texts))), chance))
        path = chance.choice(sorted(made[GM.word]))
        planted[word] = {
            **made[word],
            "planted.html": lines.encode(),
            f"x/{path}": made[GM.word][path],
        }
    scanner = Scanner(secrets.search, secrets.vocabulary, secrets.ids)
    leaks = find_leaks(secrets, scanner, planted)
    found = 0
    for word, files in planted.items():
        at = secrets.audiences.index(word)
        terms = {term for term, mask in leaks.items() if mask >> at & 1}
        leaking = {line: held for _, line, held in leaking_lines(scanner, terms, files)}
        assert leaking == plainest.leaking(word, files)
        found += len(leaking)
    assert found > 3 * len(made)
