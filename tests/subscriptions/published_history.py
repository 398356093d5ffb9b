"""A campaign that is changed and published again and again, as in the evenings of a year."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Report
from chronicle.load import load_campaign
from chronicle.pipeline import BuildOptions, BuildResult, build_campaign
from chronicle.publish.lock.check import PUBLISH_NOTHING, PublishRequest
from chronicle.publish.lock.record import files_without_last_turn
from tests.small_campaign import SOUND, tree_of


class PublishedHistory:
    """The files of a campaign from one publication to the next, its record among them."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files: dict[str, str] = {**SOUND, **files}

    def publish(
        self, files: Mapping[str, str], today: str = "", reason: str = ""
    ) -> Mapping[str, bytes]:
        """The files of the site once ``files`` are written and published."""
        self.files |= files
        result = self._built(PublishRequest(reason, None, today=today))
        self.files |= {path: content.decode() for path, content in result.kept.items()}
        again = self._built(PUBLISH_NOTHING)
        assert dict(again.files) == dict(result.files), "the record says all that was published"
        return result.files

    def undo(self) -> None:
        """Take the last publication back."""
        tree = tree_of(self.files)
        campaign = load_campaign(tree, Report())
        assert campaign is not None
        for path, content in files_without_last_turn(tree, campaign.published).items():
            if content is None:
                del self.files[path]
            else:
                self.files[path] = content.decode()

    def _built(self, request: PublishRequest) -> BuildResult:
        report = Report()
        options = BuildOptions(request=request, site_only=True)
        result = build_campaign(tree_of(self.files), report, options)
        assert result is not None, [finding.message for finding in report.findings]
        return result
