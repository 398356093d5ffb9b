"""What a vault or an export does not clearly open is not in the public's edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.records import replace
from tests.authoring.import_notes.imported import imported, played_with
from tests.properties.audience_output import leaks, shown
from tests.properties.vaults import CLOSED_MARKER, Vault, export, markdown_export, token_of, vault
from tests.thorough import beginning

SEEDS: Final = range(1000)
KINDS: Final = {"vault": vault, "export": export, "Markdown export": markdown_export}


def opened(made: Vault) -> tuple[list[str], list[str]]:
    """Tokens of the GM's that the public reads, and open tokens that it doesn't."""
    found, findings = imported(made.files, "everyone")
    assert found is not None, [finding.message for finding in findings]
    played, after = played_with(found)
    assert played is not None, [finding.message for finding in after]
    share = shown(played, EVERYONE)
    pictures = {
        f"{path}.txt": token_of(content).encode()
        for path, content in share.files.items()
        if content.startswith(b"GIF")
    }
    share = replace(share, files={**share.files, **pictures})
    texts = "\n".join(content.decode("utf-8", "replace") for content in share.files.values())
    placed = [
        f"the position of {place.id}"
        for place in played.campaign.places
        if place.visibility.admits(EVERYONE)
        if place.position is not None and place.position[0] == CLOSED_MARKER
    ]
    return [*leaks(made.ledger, share, EVERYONE), *placed], [
        it for it in made.certain if it not in texts
    ]


@pytest.mark.parametrize("seed", beginning(SEEDS, 10))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_clearly_open_is_the_gms(kind: str, seed: int) -> None:
    """The public reads no secret of an import, and all that nothing closes."""
    make: Callable[[int], Vault] = KINDS[kind]
    assert opened(make(seed)) == ([], [])
