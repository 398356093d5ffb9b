"""Errors of published turns: changed, missing, or with a broken record."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem


class PublishedTurnChanged(Problem):
    code = "D001"
    category = "retold"
    message = "turn {turn} has changed for {audiences} since it was published"
    label = "published version"

    turn: int
    #: Those for whom it has changed in this way.
    audiences: tuple[str, ...]
    lines: tuple[str, ...]
    most: int
    made_with: str
    now_with: str

    def help_text(self) -> str:
        said = [f"    {line}" for line in self.lines[: self.most]]
        if len(self.lines) > self.most:
            said.append(f"    … and {len(self.lines) - self.most} more")
        if self.made_with != self.now_with:
            said.append(f"    it was built with {self.made_with}; this is {self.now_with}")
        way = 'undo the change, or accept it: `chronicle deploy --amend "why"`'
        if not self.lines:
            return "\n".join([way, *said])
        return "\n".join(["removed (-), added (+), changed (~):", *said, f"  {way}"])


class PublishedTurnMissing(Problem):
    code = "D002"
    category = "retold"
    message = "turn {turn} is published, but its file is missing"
    help = "restore `turns/{turn:03}.yaml`; then you can correct it"

    turn: int


class PublishedFactionMissing(Problem):
    code = "D003"
    category = "retold"
    message = "`{audience}` received turn {turn}, but is not a faction any more"
    help = "restore `factions/{audience}.yaml`, or delete this line if nobody reads for it any more"

    turn: int
    audience: str


class PublishedTurnsOutOfOrder(Problem):
    code = "D004"
    message = "expected turn {expected}, not turn {turn}"
    help = "turns are published from 1 on without gaps; restore what was deleted"

    turn: int
    expected: int


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
