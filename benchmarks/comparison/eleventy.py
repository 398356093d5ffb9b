"""Eleventy, with a template that makes the same pages of data."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

from benchmarks.comparison.page_data import Library
from benchmarks.comparison.tool import Tool, lay_rest, pages_in, shared

#: From the registry of npm; a later one may want what is not there yet.
PACKAGE: Final = "@11ty/eleventy@3.1.6"
_CONFIG: Final = """\
const markdown = require("markdown-it")();
module.exports = function (config) {
  config.addFilter("markdown", (text) => markdown.render(text));
  config.addPassthroughCopy({ static: "/" });
  return { dir: { input: "pages", data: "../data" } };
};
"""
_ALL: Final = """\
const fs = require("node:fs");
const path = require("node:path");
const folder = path.join(__dirname, "..", "campaign");
module.exports = () => {
  return fs.readdirSync(folder).sort().map((name) =>
    JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")));
};
"""
_PAGE: Final = """\
---
pagination: {data: campaign, size: 1, alias: item}
permalink: "{{ item.url }}"
eleventyExcludeFromCollections: true
---
{%- macro blocks(row) -%}
{%- for one in row -%}
{{ frames[one.f] | safe }}
{%- if one.t %}{{ one.t }}
{%- elif one.s %}{{ drawings[one.s] | safe }}
{%- elif one.m %}{{ one.m | markdown | safe }}
{%- elif one.v %}{{ one.v | safe }}
{%- endif -%}
{%- endfor -%}
{%- endmacro -%}
<!doctype html>
<html lang="en">
<head>
{{ heads[item.head] | safe }}
<title>{{ item.title }}</title>
<meta name="description" content="{{ item.description }}">
<meta property="og:title" content="{{ item.title }}">
<meta name="look" content="by day">
</head>
<body{{ item.class | safe }}>
{{- blocks(rows[item.header]) }}
{{- blocks(item.b) }}
{{- blocks(rows[item.footer]) -}}
</body>
</html>
"""
_FILES: Final = {
    "eleventy.config.js": _CONFIG,
    "data/campaign.js": _ALL,
    "pages/page.njk": _PAGE,
}


class Eleventy(Tool):
    """All pages are one list of data, of which one template in Nunjucks makes each."""

    name: ClassVar[str] = "eleventy"

    def install(self, shelf: Path) -> str:
        self.home = shelf / PACKAGE.replace("/", "-")
        self.home.mkdir(parents=True, exist_ok=True)
        package = self.home / "node_modules" / "@11ty" / "eleventy" / "package.json"
        if not package.exists():
            (self.home / "package.json").write_text("{}\n", encoding="utf-8")
            fetch = ["npm", "install", "--no-audit", "--no-fund", PACKAGE, "markdown-it@14"]
            subprocess.run(fetch, check=True, cwd=self.home)  # noqa: S603  a fixed command
        return str(json.loads(package.read_text(encoding="utf-8"))["version"])

    def prepare(self, campaign: Path, built: Path, to: Path) -> None:  # noqa: ARG002  it needs only the built site
        library = Library()
        (to / "campaign").mkdir(parents=True)
        for page in pages_in(built, library):
            path = to / "campaign" / f"{page.name}.json"
            path.write_text(json.dumps(page.values, ensure_ascii=False), encoding="utf-8")
        data = {f"data/{name}": text for name, text in shared(library).items()}
        for name, text in (_FILES | data).items():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_text(text, encoding="utf-8")
        lay_rest(built, to / "static")

    def restyle(self) -> None:
        page = self.input / "pages" / "page.njk"
        page.unlink()
        page.write_text(_PAGE.replace("by day", "by night"), encoding="utf-8")

    @property
    def command(self) -> Sequence[str]:
        script = self.home / "node_modules" / "@11ty" / "eleventy" / "cmd.cjs"
        return ["node", "--max-old-space-size=16384", str(script), f"--output={self.output}"]

    @property
    def environment(self) -> Mapping[str, str]:
        return {"NODE_PATH": str(self.home / "node_modules")}
