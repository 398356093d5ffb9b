"""Errors of shields, and of the preview image that other sites show."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarShields(Problem):
    """Two factions have the same sigil on shields with the same division.

    Only their colours differ, which not every reader can see and not every printer can print. A
    shield depends on its faction's file alone, so that it is the same for all readers and reveals
    nothing about other factions. Chronicle therefore changes neither: give one of them another
    sigil or division.

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
    ```right
    sigil: moon => sigil: key
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
        return f"this shield has {same}, like that of {self.other}"

    def help(self) -> str:
        if not self.free:
            return "give one of the two another sigil"
        return f"give one of the two another sigil, or this one another division: `{self.free}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsupportedPreviewImage(Problem):
    r"""The preview image of the site is neither PNG nor JPEG.

    Chats and social networks show these two formats. Many show no image in other formats.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    card: {picture: bay.gif, words: The bay at low water.}
    ```
    ```bytes media/bay.gif
    GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\1\0\1\0\0\2\2D\1\0;
    ```
    """

    code: ClassVar[str] = "H002"
    severity: ClassVar = "warning"
    kind: str

    def message(self) -> str:
        return f"not every site shows preview images of the type `{self.kind}`"

    def help(self) -> str:
        return "save it as PNG or JPEG, 1200 pixels wide and 630 high"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewImageWithoutTitle(Problem):
    """The preview image can't show the site's title.

    Chronicle has Latin, Greek and Cyrillic letters for the preview image. If the title has others,
    the image shows only the shields. Set your own image with `card:`.

    ```yaml campaign.yaml
    title: 王冠
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    address: https://play.example.com/
    ```
    ```right
    王冠 => Crowns
    ```
    """

    code: ClassVar[str] = "H003"
    severity: ClassVar = "warning"
    title: str

    def message(self) -> str:
        return f"the preview image can't show the title: no letters for `{self.title}`"

    def help(self) -> str:
        return "set your own image with `card:` in `campaign.yaml`"


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewImageFailed(Problem):
    """The theme's template for the preview image is not valid SVG.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    address: https://play.example.com/
    ```
    ```jinja themes/annals/card.svg
    <svg xmlns="http://www.w3.org/2000/svg"><g></svg>
    ```
    ```right
    <g></svg> => <g/></svg>
    ```
    """

    code: ClassVar[str] = "H004"
    said: str

    def message(self) -> str:
        return f"`card.svg` of the theme is not valid: {self.said}"

    def help(self) -> str:
        return "open it in a browser, which shows where the error is"
