"""Errors of published turns: changed, missing, or with a broken record."""

from __future__ import annotations

import json

from chronicle.diagnostics.report import Problem, quoted_list


class PublishedTurnChanged(Problem):
    code = "D001"
    category = "retold"

    turns: tuple[int, ...]
    #: Those for whom they have changed; only `everyone` if that is one of them.
    audiences: tuple[str, ...]
    lines: tuple[str, ...]
    most: int
    #: Whether a typo was to be corrected, and why it is more than that, if known.
    is_typo: bool
    no_slip: str
    #: Whether all changes are no more than slips of the pen.
    are_slips: bool
    #: The versions that published the turns, if they are others than now.
    made_with: str
    now_with: str
    #: Whether the location is in the record, because the line is not known.
    is_in_record: bool
    no_line_changed: bool
    command: str

    def message_text(self) -> str:
        turns = [str(turn) for turn in self.turns]
        if len(turns) == 1:
            which, since = f"turn {turns[0]} has", "it was"
        else:
            which, since = f"turns {', '.join(turns)} have", "they were"
        return f"{which} changed for {quoted_list(self.audiences)} since {since} published"

    def label_text(self) -> str:
        return "published version" if self.is_in_record else "changed since"

    def help_text(self) -> str:
        said = [f"    {line}" for line in self.lines[: self.most]]
        if len(self.lines) > self.most:
            rest = len(self.lines) - self.most
            said.append(f"    … and {rest} more; `{self.command} --all` lists all")
        if self.no_line_changed:
            said.append("    no line of the campaign has changed since")
        if self.made_with:
            said.append(f"    it was built with {self.made_with}; this is {self.now_with}")
        if not self.lines:
            return "\n".join([self._way(), *said])
        return "\n".join(["removed (-), added (+), changed (~):", *said, f"  {self._way()}"])

    def _way(self) -> str:
        amend = f'`{self.command} --amend "why"`'
        if self.is_typo:
            why = self.no_slip or "what has changed is not known"
            return f"this is more than a typo ({why}); tell your readers: {amend}"
        quiet = f"; a typo: `{self.command} --typo`" if self.are_slips else ""
        return f"undo the change, or accept it: {amend}{quiet}"


class PublishedTurnMissing(Problem):
    code = "D002"
    category = "retold"
    message = "turn {turn} is missing; it was published"
    help = "restore its file (`git restore {path}`, or a backup); then you can correct it"

    turn: int
    path: str


class PublishedFactionMissing(Problem):
    code = "D003"
    category = "retold"
    message = "`{audience}` received turn {turn}, but is not a faction any more"
    help = (
        "restore its file (`git restore {path}`, or a backup): an id never changes, and a new name"
        " is written with `renames:` in a turn; if nobody reads for it any more, delete its lines"
        " here"
    )

    turn: int
    audience: str
    path: str


class PublishedTurnsOutOfOrder(Problem):
    code = "D004"
    message = "expected turn {expected}, not turn {turn}"
    help = "turns are published from 1 on without gaps; restore what was deleted"

    turn: int
    expected: int


class SeedChanged(Problem):
    code = "D009"
    category = "retold"
    message = "turns were published with another seed"
    help = "restore the seed, as from a backup: dice and the record of published turns depend on it"


class ThingRenamed(Problem):
    code = "D010"
    category = "retold"
    message = "`{id}` was called “{was}” in published turns, and would be “{now}” there"
    label = "changed since"

    kind: str
    id: str
    was: str
    now: str
    #: The turn after the published ones.
    turn: int
    #: Whether no more than the spelling of the name has changed.
    is_slip: bool
    command: str

    def help_text(self) -> str:
        amend = f'`{self.command} --amend "why"`'
        quiet = f"; a typo: `{self.command} --typo`" if self.is_slip else ""
        if self.kind == "place":
            return f"undo it, or accept it: {amend}{quiet}"
        name = json.dumps(self.now, ensure_ascii=False)
        return (
            "write the old name here, and the new one into the turn that brings it, such as"
            f" `turns/{self.turn:03}.yaml`; to correct the old name: {amend}{quiet}\n"
            f"renames:\n  - {{{self.kind}: {self.id}, name: {name}, for: everyone}}"
        )


class RecordMissing(Problem):
    code = "D012"
    category = "retold"
    message = "the record of published turns is missing; {sign} says that there was one"

    #: What says so, such as the key file.
    sign: str
    path: str
    command: str

    def help_text(self) -> str:
        return (
            f"restore it (`git restore {self.path}`, or a backup); if it is lost for good,"
            f' `{self.command} --amend "why"` records the turns as they are now'
        )


class FactionAdded(Problem):
    code = "D011"
    category = "retold"
    message = "the new faction `{faction}` changes what {audiences} read in published turns"
    label = "there from turn 1 on"

    faction: str
    audiences: tuple[str, ...]
    #: The turn after the published ones.
    turn: int

    def help_text(self) -> str:
        return (
            f"let it join later: before that turn it is on no board and nobody knows of it\n"
            f"joins: {self.turn}"
        )


class UnknownRecordFormat(Problem):
    code = "D005"
    message = "the record has format {form}, which this version does not know"
    help = "use the version of chronicle that wrote it, or a newer one"

    form: int


class AmendmentOfUnpublishedTurn(Problem):
    code = "D006"
    message = "turn {turn} is not published, so there is nothing to amend"
    help = "delete the amendment, or correct its turn number"

    turn: int


class OpenTurnNotLast(Problem):
    code = "D007"
    message = "turn {turn} can't be open: there are turns up to {last}"
    help = "write `state: played`; only the last turn can be open"

    turn: int
    last: int


class PublishedTurnOpen(Problem):
    code = "D008"
    message = "turn {turn} is published, so it can't be open"
    help = "write `state: played`, or take the publication back with `chronicle deploy --undo`"

    turn: int
