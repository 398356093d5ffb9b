"""Errors of shields, and of the preview image that other sites show."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem


class SimilarShields(Problem):
    code = "H001"
    severity = "warning"
    message = (
        "this shield has the sigil `{sigil}` and the division `{division}`, like that of {other}"
    )

    other: str
    sigil: str
    division: str
    free: str

    def help_text(self) -> str:
        if not self.free:
            return "give one of the two another sigil"
        return f"give one of the two another sigil, or this one another division: `{self.free}`"


class UnsupportedPreviewImage(Problem):
    code = "H002"
    severity = "warning"
    message = "not every site shows preview images of the type `{kind}`"
    help = "save it as PNG or JPEG, 1200 pixels wide and 630 high"

    kind: str


class PreviewImageWithoutTitle(Problem):
    code = "H003"
    severity = "warning"
    message = "the preview image can't show the title: no letters for `{title}`"
    help = "set your own image with `card:` in `campaign.yaml`"

    title: str


class PreviewImageFailed(Problem):
    code = "H004"
    message = "`card.svg` of the theme is not valid: {said}"
    help = "open it in a browser, which shows where the error is"

    said: str
