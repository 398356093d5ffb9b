"""What the docs say of opening dossiers on one's own computer: phrases, and a server's address."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.command_runner import run
from tests.docs.pages import ROOT, pages, sections
from tests.sample_campaigns import CHECKOUT

SAMPLES = ("vaime", "orrow", "cauvenne")


def test_a_phrase_in_the_readme_opens_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    opens = {}
    for sample in SAMPLES:
        kept = json.loads(run("keys", "list", f"content/{sample}", "--json").out)
        campaign = f"of *{kept['campaign']}*"
        for row in kept["players"]:
            name = f"{row['player'].title()}'s dossier {campaign}"
            opens[row["phrase"]] = (
                f"all dossiers {campaign}, for its GM" if row["player"] == "gm" else name
            )
    listed = {
        phrase.strip("`"): said for phrase, said in sections("README.md")["For contributors"].rows
    }
    assert len(listed) == 2
    assert listed == {phrase: opens[phrase] for phrase in listed}


def test_a_server_that_the_docs_start_prints_an_address_that_opens_dossiers() -> None:
    found = [
        line
        for page in pages()
        for line in re.findall(r"python3? -m http\.server[^`\n]*", (ROOT / page).read_text("utf-8"))
    ]
    assert len(found) >= 2
    assert [line for line in found if "--bind 127.0.0.1" not in line] == []
