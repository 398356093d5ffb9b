"""Errors of published turns: changed, missing, or with a broken record."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import FindingCategory, Problem
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnChanged(Problem):
    """A published turn has changed since it was published.

    Readers have acted on what they read. So a build that would change a published turn stops, and
    lists for each turn and audience what was removed (-), added (+) or changed (~). Usually an old
    file or a rule was edited by mistake: undo that, and make the change in a future turn. If the
    change is intended, build with `--amend` and the reason; the page then shows the correction to
    the readers it concerns.

    ```yaml turns/001.yaml
    turn: 1
    title: The Lights Go Out
    ```

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 1
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told:
          everyone: 2c9e1a41d6952419580b3e550cc50c01
    ```
    ```right
    The Lights Go Out => The Lamps Go Out
    ```
    """

    code: ClassVar[str] = "D001"
    category: ClassVar[FindingCategory] = "retold"
    turn: int
    audience: str
    lines: tuple[str, ...]
    most: int
    made_with: str
    now_with: str

    def message(self) -> str:
        return f"turn {self.turn} has changed for `{self.audience}` since it was published"

    def label(self) -> str:
        return "published version"

    def help(self) -> str:
        said = [f"    {line}" for line in self.lines[: self.most]]
        if len(self.lines) > self.most:
            said.append(f"    … and {len(self.lines) - self.most} more")
        if self.made_with != self.now_with:
            said.append(f"    it was built with {self.made_with}; this is {self.now_with}")
        way = 'undo the change, or accept it with `--amend "why"`'
        if not self.lines:
            return "\n".join([way, *said])
        return "\n".join(["removed (-), added (+), changed (~):", *said, f"  {way}"])


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnMissing(Problem):
    """A published turn is missing from the campaign.

    Readers have it. A published turn can be corrected, with a reason, but not removed.

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 1
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told:
          everyone: 1e0ef9d9ed000970d6951d5c7a9b9a51
    ```
    ```right turns/001.yaml
    turn: 1
    ```
    """

    code: ClassVar[str] = "D002"
    category: ClassVar[FindingCategory] = "retold"
    turn: int

    def message(self) -> str:
        return f"turn {self.turn} is published, but its file is missing"

    def help(self) -> str:
        return f"restore `turns/{self.turn:03}.yaml`; to correct it, build with `--amend`"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFactionMissing(Problem):
    """A faction that received a published turn is no longer in the campaign.

    Restore its file under the same name. If nobody reads for it any more, delete its line from the
    record.

    ```yaml turns/001.yaml
    turn: 1
    ```

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 1
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told:
          everyone: 1e0ef9d9ed000970d6951d5c7a9b9a51
          harbour-watch: feedfeedfeedfeedfeedfeedfeedfeed
    ```
    ```right
          harbour-watch: feedfeedfeedfeedfeedfeedfeedfeed =>
    ```
    """

    code: ClassVar[str] = "D003"
    category: ClassVar[FindingCategory] = "retold"
    turn: int
    audience: str

    def message(self) -> str:
        return f"`{self.audience}` received turn {self.turn}, but is not a faction any more"

    def help(self) -> str:
        return (
            f"restore `factions/{self.audience}.yaml`, or delete this line if nobody reads for"
            " it any more"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnsOutOfOrder(Problem):
    """The publication record lacks a turn, or lists turns in the wrong order.

    Turns are published in order, from the first on. `chronicle publish` writes the record; a
    missing turn was probably deleted by hand.

    ```yaml turns/001.yaml
    turn: 1
    ```

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 2
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told: {}
    ```
    ```right
    turn: 2 => turn: 1
    ```
    """

    code: ClassVar[str] = "D004"
    turn: int
    expected: int

    def message(self) -> str:
        return f"expected turn {self.expected}, not turn {self.turn}"

    def help(self) -> str:
        return "turns are published from 1 on without gaps; restore what was deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRecordFormat(Problem):
    """The publication record has a format that this version of chronicle does not know.

    It was written by a newer version. An older one can't tell whether published turns have changed.

    ```yaml published.yaml
    format: 2
    ```
    ```right
    2 => 1
    ```
    """

    code: ClassVar[str] = "D005"
    form: int

    def message(self) -> str:
        return f"the record has format {self.form}, which this version does not know"

    def help(self) -> str:
        return "use the version of chronicle that wrote it, or a newer one"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentOfUnpublishedTurn(Problem):
    """An amendment is about a turn that is not published.

    A turn that nobody has read needs no correction.

    ```yaml turns/001.yaml
    turn: 1
    ```

    ```yaml published.yaml
    format: 1
    amendments:
      - {turn: 1, for: everyone, because: The tide was misread.}
    ```
    ```right published.yaml
    format: 1
    ```
    """

    code: ClassVar[str] = "D006"
    turn: int

    def message(self) -> str:
        return f"turn {self.turn} is not published, so there is nothing to amend"

    def help(self) -> str:
        return "delete the amendment, or correct its turn number"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurnNotLast(Problem):
    """A turn is open although there are later turns.

    Orders are awaited for one turn at a time, the last one. If the turn has been played, write
    `state: played`; if the file after it was made by mistake, delete that file.

    ```yaml turns/001.yaml
    turn: 1
    state: open
    ```

    ```yaml turns/002.yaml
    turn: 2
    state: open
    ```
    ```right
    state: open => state: played
    ```
    """

    code: ClassVar[str] = "D007"
    turn: int
    last: int

    def message(self) -> str:
        return f"turn {self.turn} can't be open: there are turns up to {self.last}"

    def help(self) -> str:
        return "write `state: played`; only the last turn can be open"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnOpen(Problem):
    """A published turn is open.

    Readers have the results of a published turn, so no orders for it can be awaited. If it was
    published by mistake, `chronicle publish --undo` takes that back, and the turn may be open.

    ```yaml turns/001.yaml
    turn: 1
    state: open
    ```

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 1
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told:
          everyone: 1e0ef9d9ed000970d6951d5c7a9b9a51
    ```
    ```right
    state: open => state: played
    ```
    """

    code: ClassVar[str] = "D008"
    turn: int

    def message(self) -> str:
        return f"turn {self.turn} is published, so it can't be open"

    def help(self) -> str:
        return "write `state: played`, or take the publication back with `chronicle publish --undo`"
