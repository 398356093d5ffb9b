"""Small campaigns to begin with, one for each ruleset; their comments say what all is for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.files.package_data import shipped_sources
from chronicle.files.source import FileTree
from chronicle.schemas import Schema, schema_files, schemas_of
from chronicle.yaml.decode import ID_PATTERN

#: The folder of the campaign inside the one that is made, so that all commands find it by itself.
CONTENT_FOLDER: Final = "content"
#: Where each file that all campaigns share comes to lie.
_SHARED: Final = {
    "README.md": "README.md",
    "gitignore": ".gitignore",
    "editorconfig": ".editorconfig",
    "vscode-settings.json": ".vscode/settings.json",
    "vscode-extensions.json": ".vscode/extensions.json",
}
_WORKFLOW: Final = {"site.yml": ".github/workflows/site.yml"}
#: A scalar that YAML reads as the text it looks like.
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9 ',.!?-]*[A-Za-z0-9.!?]")
_NOT_TEXT: Final = ("null", "true", "false", "on", "off", "yes", "no", "y", "n")


@dataclass(frozen=True, slots=True)
class StarterOptions:
    """What is asked before a campaign is made; an empty title leaves the starter's own.

    ``version`` is that of chronicle, which the workflow installs.
    """

    ruleset: str
    seed: str
    version: str
    title: str = ""
    language: str = "en"
    workflow: bool = False


def starter_files(
    options: StarterOptions, offered: Mapping[str, tuple[str, ...]]
) -> dict[str, bytes]:
    """Every file of a new campaign by its path; ``offered`` are the names that its theme has."""
    campaign = {
        path: _fill_in_campaign(source.text, options) if path == "campaign.yaml" else source.text
        for path, source in shipped_sources(f"{__name__}.{options.ruleset}").items()
    }
    tree = FileTree(CONTENT_FOLDER, {path: text.encode() for path, text in campaign.items()})
    schemas: Mapping[str, Schema] = schemas_of(tree, offered)
    found = {f"{CONTENT_FOLDER}/{path}": text.encode() for path, text in campaign.items()}
    found |= {f"{CONTENT_FOLDER}/{path}": text for path, text in schema_files(schemas).items()}
    return found | {path: text.encode() for path, text in _repository_files(options).items()}


def _repository_files(start: StarterOptions) -> dict[str, str]:
    """What lies around the campaign: the words to begin with, and what editors and git go by."""
    common = shipped_sources(f"{__name__}.common")
    placed = {place: common[name].text for name, place in _SHARED.items()}
    title = start.title or _own_title(start.ruleset)
    placed["README.md"] = (
        placed["README.md"].replace("{title}", title).replace("{ruleset}", start.ruleset)
    )
    if start.workflow:
        placed["README.md"] += common["workflow.md"].text
        placed |= {
            place: common[name].text.replace("{version}", start.version)
            for name, place in _WORKFLOW.items()
        }
    return placed


def _own_title(ruleset: str) -> str:
    text = shipped_sources(f"{__name__}.{ruleset}")["campaign.yaml"].text
    found = re.search(r"^title: (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def _fill_in_campaign(text: str, start: StarterOptions) -> str:
    """The first file of a campaign with what was asked for in its place."""
    said = {"seed": start.seed, "language": start.language}
    if start.title:
        said["title"] = start.title
    for key, value in said.items():
        line = f"{key}: {yaml_scalar(value)}"
        # In a replacement, a backslash would mean something.
        text = re.sub(rf"(?m)^{key}: .*$", line.replace("\\", r"\\"), text, count=1)
    return text


def yaml_scalar(text: str) -> str:
    """A text as YAML has it on one line."""
    is_plain = _PLAIN.fullmatch(text) and text.lower() not in _NOT_TEXT
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def folder_name_error(name: str) -> str:
    """What is wrong with the name of a new folder; empty when it will do."""
    if re.fullmatch(ID_PATTERN, name) and len(name) <= 60:
        return ""
    better = "-".join(re.findall(r"[a-z0-9]+", name.lower()))[:60].strip("-")
    hint = f": {better}" if better else ", as in my-campaign"
    return f"a campaign's folder is named in lower-case letters, digits and single hyphens{hint}"
