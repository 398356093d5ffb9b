"""What can be wrong with published turns: told otherwise now, gone, or a record that is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import FindingCategory, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnChanged(Problem):
    """A turn that is published would be told otherwise than it was.

    What somebody read, they acted on. So a build that would change a published turn stops, for
    each turn and audience, and says what was told (-), what would be told (+), and what would say
    something else (~). Mostly it is a slip: an old file was edited, or a rule. Undo it, and say
    what is to change in a turn to come. If it is meant, build with `--amend` and the reason: the
    page then shows the correction to those whom it concerns.

    ```yaml turns/001.yaml
    turn: 1
    title: Not what it was called
    ```

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 1
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told:
          everyone: feedfeedfeedfeedfeedfeedfeedfeed
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
        return f"`{self.audience}` would be told turn {self.turn} otherwise than it was"

    def label(self) -> str:
        return "what was told"

    def help(self) -> str:
        said = [f"    {line}" for line in self.lines[: self.most]]
        if len(self.lines) > self.most:
            said.append(f"    … and {len(self.lines) - self.most} more")
        if self.made_with != self.now_with:
            said.append(f"    it was made with {self.made_with}; this is {self.now_with}")
        way = 'undo the change, or go on with `--amend "why"`'
        if not self.lines:
            return "\n".join([way, *said])
        return "\n".join(["told before (-), now (+), or otherwise (~):", *said, f"  {way}"])


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnMissing(Problem):
    """A turn that is published is no longer in the campaign.

    Readers have it. A turn can be corrected, with a reason, but not taken back.

    ```yaml published.yaml
    format: 1
    turns:
      - turn: 1
        chronicle: 0.1.0
        ruleset: shadow
        rules: 1
        told:
          everyone: feedfeedfeedfeedfeedfeedfeedfeed
    ```
    """

    code: ClassVar[str] = "D002"
    category: ClassVar[FindingCategory] = "retold"
    turn: int

    def message(self) -> str:
        return f"turn {self.turn} is published, and has no file any more"

    def help(self) -> str:
        return f"bring `turns/{self.turn:03}.yaml` back; what is wrong in it can be amended"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFactionMissing(Problem):
    """A faction that was told of a published turn is no longer in the campaign.

    Bring its file back under the same name. If nobody reads for it any more, strike its line from
    the record.

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
          harbour-watch: feedfeedfeedfeedfeedfeedfeedfeed
    ```
    """

    code: ClassVar[str] = "D003"
    category: ClassVar[FindingCategory] = "retold"
    turn: int
    audience: str

    def message(self) -> str:
        return f"`{self.audience}` was told of turn {self.turn}, and is no faction any more"

    def help(self) -> str:
        return (
            f"bring `factions/{self.audience}.yaml` back, or strike this line if nobody reads for"
            " it any more"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedTurnsOutOfOrder(Problem):
    """The record of what is published leaves out a turn, or has them in another order.

    Turns are published from the first on. `chronicle publish` writes the record; what is missing
    in it was most likely deleted by hand.

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
    """

    code: ClassVar[str] = "D004"
    turn: int
    expected: int

    def message(self) -> str:
        return f"turn {self.turn} stands where turn {self.expected} is expected"

    def help(self) -> str:
        return "turns are published from 1 on without a gap; bring back what was deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownRecordFormat(Problem):
    """The record of what is published has a form that this version of chronicle doesn't know.

    It was written by a newer version; with an older one nobody can say whether what readers were
    told is as it was.

    ```yaml published.yaml
    format: 2
    ```
    """

    code: ClassVar[str] = "D005"
    form: int

    def message(self) -> str:
        return f"the record is of form {self.form}, which this version doesn't know"

    def help(self) -> str:
        return "use the version of chronicle that wrote it, or a newer one"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentOfUnpublishedTurn(Problem):
    """An amendment is about a turn that is not published.

    What nobody has read needs no correction.

    ```yaml turns/001.yaml
    turn: 1
    ```

    ```yaml published.yaml
    format: 1
    amendments:
      - {turn: 1, for: everyone, because: The tide was misread.}
    ```
    """

    code: ClassVar[str] = "D006"
    turn: int

    def message(self) -> str:
        return f"turn {self.turn} is not published, so there is nothing to amend"

    def help(self) -> str:
        return "strike the amendment, or set the number of the turn right"
