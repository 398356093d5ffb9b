"""What the `keys` commands share: a campaign, its key, and the readers of its dossiers."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.output import EXIT_FINDINGS, display_path, exit_on_errors
from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM_ID
from chronicle.records import Record, replace

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign, Player
    from chronicle.seal import Keys


class KeyedCampaign(Record):
    """A campaign, its key, and the folder of both."""

    folder: Path
    campaign: Campaign
    keys: Keys

    @property
    def path(self) -> Path:
        from chronicle.seal.key_file import key_file_path

        return key_file_path(self.folder, self.keys)

    @property
    def readers(self) -> tuple[Player, ...]:
        """All readers of dossiers, sorted by id; last the GM, who can open every dossier."""
        from chronicle.model.campaign import Player

        players = self.campaign.players
        sealed = sorted({faction for player in players for faction in player.factions})
        return (*players, Player(GM_ID, tuple(sealed), self.campaign.at))

    def phrase(self, player: str) -> str:
        """The phrase of a player, or of the GM."""
        from chronicle.seal import phrase_of

        return phrase_of(self.keys, player)

    def rotations(self, faction: str) -> tuple[int, ...]:
        """The first turn of each new key of a faction, in order."""
        return self.keys.rotations.get(faction, ())

    def players_of(self, faction: str) -> tuple[str, ...]:
        """The players who read a faction's dossier."""
        return tuple(one.id for one in self.campaign.players if faction in one.factions)

    def with_new_phrases(self, players: Iterable[str]) -> KeyedCampaign:
        """A copy with newly generated phrases for these players."""
        chosen = frozenset(players)
        generations = dict(self.keys.generations)
        for player in chosen:
            generations[player] = generations.get(player, 0) + 1
        own = {id: phrase for id, phrase in self.keys.own.items() if id not in chosen}
        return replace(self, keys=replace(self.keys, generations=generations, own=own))


def campaign_in(content: Path, report: Report) -> Campaign:
    """The campaign in a folder; exit on errors."""
    from chronicle.load import load_campaign

    campaign = load_campaign(read_one_campaign(content, report), report)
    if campaign is None or report.has_errors:
        exit_with_findings(report)
    return campaign


def keyed_campaign_in(content: Path, report: Report) -> KeyedCampaign:
    """The campaign in a folder with its key; exit on errors or if it has no key."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import key_file

    campaign = campaign_in(content, report)
    keys = key_file.load_keys(content, report)
    if keys is None:
        if not report.has_errors:
            report.add(problems.MissingKeyFile(at=key_file.file_span(content / key_file.KEY_FILE)))
        exit_with_findings(report)
    return KeyedCampaign(content, campaign, keys)


def find_reader(name: str, keyed: KeyedCampaign, report: Report) -> Player:
    """The player with this id, or the GM; exit with an error if there is none."""
    from chronicle.diagnostics.catalogue import keys as problems

    readers = {reader.id: reader for reader in keyed.readers}
    if name not in readers:
        known = tuple(readers)
        report.add(problems.UnknownReader(at=None, what="player", name=name, known=known))
        exit_with_findings(report)
    return readers[name]


def save_keys(table: KeyedCampaign, path: Path) -> None:
    """Write a key file, with the logins computed from its phrases. Raises OSError."""
    from chronicle.seal import with_logins
    from chronicle.seal.key_file import write_key_file

    keys = with_logins(table.keys, [reader.id for reader in table.readers])
    write_key_file(path, keys, table.campaign.title)


@contextmanager
def report_write_errors(path: Path, report: Report) -> Iterator[None]:
    """Report an OSError in this block as a finding, and exit."""
    from chronicle.diagnostics.catalogue import keys as problems

    try:
        yield
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CannotWriteKeyFile(at=None, path=display_path(path), detail=detail))
        exit_with_findings(report)


def refuse_inside_site(path: Path, report: Report) -> None:
    """Exit with an error if a file would be inside a built site, which may be published."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.publish.writer import MANIFEST

    for folder in path.resolve().parents:
        # A copy of a site is recognized by its keyring, and one that is not built yet by its name.
        is_named = (folder.parent.name, folder.name) == ("output", "site")
        is_built = (folder / MANIFEST).exists() or (folder / "sealed" / "keyring.json").exists()
        if is_named or is_built:
            report.add(
                problems.SecretInOutput(at=None, path=display_path(path), folder=folder.name)
            )
            exit_with_findings(report)


def exit_with_findings(report: Report) -> NoReturn:
    """Show the findings and exit."""
    exit_on_errors(report)
    raise click.exceptions.Exit(EXIT_FINDINGS)


def keys_command(words: str, content: Path) -> str:
    """A `chronicle keys` command line to suggest."""
    return f"chronicle keys {words} {shlex.quote(display_path(content))}"
