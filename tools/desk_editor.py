"""Make the text editor of the desk, chronicle/serve/desk/static/editor.js, from tools/desk_editor.

    make editor

bundles it with CodeMirror at the versions of tools/npm, and collects the licences of what is in it.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from tools import npm_programs

SOURCE: Final = Path(__file__).resolve().parent / "desk_editor"
FOLDER: Final = Path(__file__).resolve().parents[1] / "chronicle/serve/desk/static"
SCRIPT: Final = "editor.js"
LICENCES: Final = "editor.LICENCES.txt"
_BANNER: Final = f"/* Made by `make editor`. The licences of what is in it: {LICENCES} */"
_OPTIONS: Final = (
    *("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8"),
    *("--legal-comments=none", "--log-level=warning", f"--banner:js={_BANNER}"),
    f"--alias:@codemirror/lang-html={SOURCE / 'no_html.js'}",
)


def made() -> Mapping[str, bytes]:
    """The script and the licences, by name of file."""
    with tempfile.TemporaryDirectory() as folder:
        script, described = Path(folder, SCRIPT), Path(folder, "meta.json")
        program = npm_programs.script("esbuild/bin/esbuild")
        outputs = (f"--outfile={script}", f"--metafile={described}")
        command = (npm_programs.node(), program, SOURCE / "entry.js", *_OPTIONS, *outputs)
        # Modules of the project find the packages there, because none are beside them.
        environment = {**os.environ, "NODE_PATH": str(npm_programs.script(""))}
        subprocess.run(command, check=True, cwd=npm_programs.FOLDER, env=environment)
        (output,) = json.loads(described.read_text("utf-8"))["outputs"].values()
        licences = "\n".join(_licences(packages(output["inputs"])))
        return {SCRIPT: script.read_bytes(), LICENCES: licences.encode()}


def packages(inputs: Mapping[str, Any]) -> list[str]:
    """The packages of npm whose modules are in the script."""
    paths = (path.rpartition("node_modules/")[2].split("/") for path in inputs)
    names = {"/".join(it[: 1 + it[0].startswith("@")]) for it in paths if it[0] != ".."}
    return sorted(names)


def _licences(names: list[str]) -> Iterator[str]:
    yield f"{SCRIPT} has these packages of npm in it, minified.\n"
    for name in names:
        folder = npm_programs.script(name)
        package = json.loads((folder / "package.json").read_text("utf-8"))
        yield f"{name} {package['version']}, {package['license']}\n"
        (text,) = (path for path in folder.iterdir() if path.stem.upper() == "LICENSE")
        yield "\n".join(f"    {line}".rstrip() for line in text.read_text("utf-8").splitlines())
        yield ""


def main() -> int:
    """Write both files anew."""
    for name, content in made().items():
        FOLDER.joinpath(name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
