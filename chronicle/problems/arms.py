"""What can be wrong with arms, and with the picture by which a site is shown elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class ShieldsAlike(Problem):
    """Two factions bear the same sigil on a shield divided in the same way.

    Only their colours tell them apart, which not every reader can see and not every printer has.
    A shield follows from its own faction's file alone, so that it is the same for every reader and
    gives nobody away; so it is for you to give one of the two another sigil or another division.

    ```yaml factions/vael.yaml
    name: House Vael
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: moon
    division: chief
    opening:
      actor: {name: Lady Vael}
      influence: {harbour: 1}
      resources: [{id: eyes, name: the Eyes, type: agents, strength: 1, sphere: harbour}]
    ```
    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    division: chief
    opening:
      actor: {name: Old Oru}
      influence: {marsh: 1}
      resources: [{id: giants, name: the Giants, type: agents, strength: 1, sphere: marsh}]
    ```
    """

    code: ClassVar[str] = "H001"
    severity: ClassVar = "warning"
    other: str
    sigil: str
    division: str
    free: str

    def message(self) -> str:
        same = f"the sigil `{self.sigil}` and the division `{self.division}`"
        return f"this shield has {same}, as that of {self.other} has"

    def help(self) -> str:
        if not self.free:
            return "give one of the two another sigil"
        return f"give one of the two another sigil, or this one another division: `{self.free}`"
