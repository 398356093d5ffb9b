"""Each figure of a dossier says what it is."""

from __future__ import annotations

import re

import pytest

from tests.sample_campaigns import editions_of, sample_files

_FIGURES = re.compile(r'<dl class="figures">(.*?)</dl>', re.DOTALL)
_EXPLAINED = re.compile(
    r'<dt><details class="what" name="figure"><summary>[^<]+</summary><p>[^<]+</p></details></dt>'
)


@pytest.mark.parametrize("sample", ["cauvenne", "orrow", "vaime"])
def test_each_figure_of_a_factions_own_sheet_is_explained(sample: str) -> None:
    files = sample_files(sample)
    factions = [one for one in editions_of(sample) if one not in {"site", "private/gm"}]
    assert factions
    for edition in factions:
        page = files[f"{edition}/dossier/1.html"].decode()
        # Its own sheet is below its figures, and the last.
        own = _FIGURES.search(page, page.index('id="figures"'))
        assert own is not None, edition
        assert own[1].count("<dt>") == len(_EXPLAINED.findall(own[1])) > 0
