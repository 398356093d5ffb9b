"""What the commands about keys have in hand: a campaign, its key, and those who read by it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.output import EXIT_FINDINGS, display_path, exit_on_errors
from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM_ID

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign, Player
    from chronicle.seal import Keys


@dataclass(frozen=True, slots=True)
class KeyedCampaign:
    """A campaign with its key, and the folder both lie in."""

    folder: Path
    campaign: Campaign
    keys: Keys

    @property
    def path(self) -> Path:
        """The file of the key."""
        from chronicle.seal.key_file import key_file_path

        return key_file_path(self.folder, self.keys)

    @property
    def readers(self) -> tuple[Player, ...]:
        """All who open a dossier, in order of id; the GM last, who opens whatever anybody does."""
        from chronicle.model.campaign import Player

        players = self.campaign.players
        sealed = sorted({faction for player in players for faction in player.factions})
        return (*players, Player(GM_ID, tuple(sealed), self.campaign.at))

    def phrase(self, player: str) -> str:
        """The phrase of a player, or of the GM."""
        from chronicle.seal import phrase_of

        return phrase_of(self.keys, player)

    def rotations(self, faction: str) -> tuple[int, ...]:
        """The turns from which a new key of the faction holds, in order."""
        return self.keys.rotations.get(faction, ())

    def players_of(self, faction: str) -> tuple[str, ...]:
        """The players who read a faction's dossier."""
        return tuple(one.id for one in self.campaign.players if faction in one.factions)

    def with_new_phrases(self, players: Iterable[str]) -> KeyedCampaign:
        """The same with generated phrases that these players have never had."""
        chosen = frozenset(players)
        generations = dict(self.keys.generations)
        for player in chosen:
            generations[player] = generations.get(player, 0) + 1
        own = {id: phrase for id, phrase in self.keys.own.items() if id not in chosen}
        return replace(self, keys=replace(self.keys, generations=generations, own=own))


def campaign_in(content: Path, report: Report, form: str | None) -> Campaign:
    """The campaign in a folder; findings end the run."""
    from chronicle.load import load_campaign

    campaign = load_campaign(read_one_campaign(content, report, form), report)
    if campaign is None or report.has_errors:
        exit_with_findings(report, form)
    return campaign


def keyed_campaign_in(content: Path, report: Report, form: str | None) -> KeyedCampaign:
    """The campaign in a folder with its key; findings end the run, and so does there being none."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.seal import key_file

    campaign = campaign_in(content, report, form)
    keys = key_file.load_keys(content, report)
    if keys is None:
        if not report.has_errors:
            report.add(problems.MissingKeyFile(at=key_file.file_span(content / key_file.KEY_FILE)))
        exit_with_findings(report, form)
    return KeyedCampaign(content, campaign, keys)


def find_reader(name: str, keyed: KeyedCampaign, report: Report, form: str | None) -> Player:
    """The player of this id, or the GM; there being none ends the run."""
    from chronicle.diagnostics.catalogue import keys as problems

    readers = {reader.id: reader for reader in keyed.readers}
    if name not in readers:
        known = tuple(readers)
        report.add(problems.UnknownReader(at=None, what="player", name=name, known=known))
        exit_with_findings(report, form)
    return readers[name]


def save_keys(table: KeyedCampaign, path: Path) -> None:
    """Writes a key, with what is reckoned from its phrases. Raises OSError."""
    from chronicle.seal import with_logins
    from chronicle.seal.key_file import write_key_file

    keys = with_logins(table.keys, [reader.id for reader in table.readers])
    write_key_file(path, keys, table.campaign.title)


@contextmanager
def report_write_errors(path: Path, report: Report, form: str | None) -> Iterator[None]:
    """Around the writing of a file: what the system refuses is a finding, and ends the run."""
    from chronicle.diagnostics.catalogue import keys as problems

    try:
        yield
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CannotWriteKeyFile(at=None, path=display_path(path), detail=detail))
        exit_with_findings(report, form)


def refuse_inside_site(path: Path, report: Report, form: str | None) -> None:
    """Ends the run when a file would lie among what was built, where the next step hosts it."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.publish.writer import MANIFEST

    for folder in path.resolve().parents:
        # A site is known by its keyring wherever it was copied to.
        if (folder / MANIFEST).exists() or (folder / "sealed" / "keyring.json").exists():
            report.add(
                problems.SecretInOutput(at=None, path=display_path(path), folder=folder.name)
            )
            exit_with_findings(report, form)


def exit_with_findings(report: Report, form: str | None) -> NoReturn:
    """Shows the findings of a run that can't go on, and ends it."""
    exit_on_errors(report, form)
    raise click.exceptions.Exit(EXIT_FINDINGS)


def keys_command(words: str, content: Path) -> str:
    """A command to type next."""
    return f"chronicle keys {words} {shlex.quote(display_path(content))}"
