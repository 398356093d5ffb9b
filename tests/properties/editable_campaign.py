"""A campaign as plain values, so that a test can change it and write it again."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from tests.properties.fast_yaml import composing_once
from tests.properties.secret_tokens import TOKEN, Ledger, Prose, Readers, Secret, who, yaml

Content: TypeAlias = dict[str, Any]


@dataclass(repr=False)
class Draft:
    """A campaign as plain values, and the ledger of its tokens.

    ``entities`` are by folder and id, as in ``people/ada``.
    ``renames`` are tokens that the files have others for, in texts and in names of files;
    ``refused`` are turns whose orders did not stand, so that they went on without any.
    """

    ledger: Ledger
    head: Content
    places: Content
    factions: dict[str, Content]
    pages: dict[str, tuple[Content, Prose]] = field(default_factory=dict)
    entities: dict[str, tuple[Content, Prose]] = field(default_factory=dict)
    turns: list[Content] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    renames: dict[str, str] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)

    def __deepcopy__(self, memo: object) -> Draft:
        """A copy to change; it is made so often that the library's way takes too long."""
        return Draft(**{it.name: plain_copy(getattr(self, it.name)) for it in fields(self)})

    @property
    def powers(self) -> list[str]:
        return sorted(self.factions)

    def who(self, words: str | list[str]) -> Readers:
        return who(words, self.powers)

    def files(self) -> dict[str, str]:
        """The campaign's files; YAML files have one comment each, at the top."""
        written = {"campaign.yaml": yaml(self.head), "places.yaml": yaml(self.places)}
        written |= {f"factions/{id}.yaml": yaml(faction) for id, faction in self.factions.items()}
        written |= {f"turns/{turn['turn']:03}.yaml": yaml(turn) for turn in self.turns}
        for comment, path in zip(self.comments, list(written), strict=False):
            written[path] = f"# {comment}\n{written[path]}# {comment}\n"
        for id, (front, text) in self.pages.items():
            written[f"pages/{id}.md"] = f"---\n{yaml(front)}---\n{text}\n"
        for path, (front, text) in self.entities.items():
            written[f"{path}.md"] = f"---\n{yaml(front)}---\n{text}\n"
        if not self.renames:
            return written
        return {self.renamed(path): self.renamed(text) for path, text in written.items()}

    def renamed(self, text: str) -> str:
        return TOKEN.sub(lambda found: self.renames.get(found.group(), found.group()), text)

    def tree(self) -> FileTree:
        """The files in memory."""
        return tree_of(self.files())


def plain_copy(value: Any) -> Any:
    """A copy of plain values, and of the prose among them, that shares nothing to be changed."""
    match value:
        case dict():
            return {key: plain_copy(item) for key, item in value.items()}
        case list():
            return [plain_copy(item) for item in value]
        case tuple():
            return tuple(plain_copy(item) for item in value)
        case Prose():
            return Prose(plain_copy(value.parts))
        case Secret():
            return Secret(value.words, plain_copy(value.parts), value.indent)
        case Ledger():
            return Ledger({**value.readers}, {**value.fields})
        case _:
            assert isinstance(value, str | int | float | None), type(value)
            return value


def tree_of(files: dict[str, str]) -> FileTree:
    """Texts by path as a tree in memory."""
    return FileTree("", {path: text.encode() for path, text in files.items()})


def resolved(tree: FileTree, report: Report) -> PlayedCampaign | None:
    """A campaign as played, if it can be; what is read of its files is read once."""
    with composing_once():
        return resolve_campaign(tree, report)


def played(tree: FileTree) -> PlayedCampaign:
    """A generated campaign as played; that it is sound is the generator's promise."""
    report = Report()
    found = resolved(tree, report)
    assert found is not None, [
        (f.message, f.at and (f.at.path, f.at.line))
        for f in report.findings
        if f.severity == "error"
    ]
    return found
