"""Makes the mails of `tests/authoring/mails` with programs for mail and text.

Debian's packages: bsd-mailx coreutils html2text lynx mutt s-nail w3m. Usage:
python -m tools.mail_samples
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from tests.authoring.sheet_text import CASES, sheet_text
from tests.sample_campaigns import CHECKOUT

FOLDER: Final = CHECKOUT / "tests/authoring/mails"
#: The version of a program, as it says it itself.
VERSIONS: Final = {
    "bsd-mailx": "dpkg-query -W -f '${Version}' bsd-mailx",
    "coreutils": "fmt --version | head -1",
    "html2text": "html2text -version 2>&1 | head -1",
    "lynx": "lynx -version | head -1",
    "mutt": "mutt -v | head -1",
    "s-nail": "s-nail -V | head -1",
    "w3m": "w3m -version",
}
#: The sheets that are sent, by their numbers among the cases.
SHEETS: Final = (0, 1, 5, 6)
_S_NAIL: Final = "s-nail -:/ -Smta=$CAPTURE -Sv15-compat -s Orders"
_MUTT: Final = "mutt -n -F /dev/null -e 'set sendmail=$CAPTURE copy=no' -s Orders"
_MAILBOX: Final = r"From ada@example.org Sat Nov 28 10:00:00 2026\nSubject: Orders\n\n"
_REPLY: Final = r"reply 1\nGot this:\n~m 1\n~.\nx\n"
#: What a program does with a text on its standard input, by the name of the sample. `$CAPTURE` is
#: a program that keeps what it is to send, `$HTML` the text as HTML.
COMMANDS: Final = {
    "bsd-mailx.eml": "echo set sendmail=$CAPTURE > $TMP/rc;"
    " MAILRC=$TMP/rc bsd-mailx -s Orders gm@example.org; sleep 0.5",
    "s-nail-8bit.eml": f"{_S_NAIL} -Smime-encoding=8bit gm@example.org",
    "s-nail-quoted-printable.eml": f"{_S_NAIL} -Smime-encoding=quoted-printable gm@example.org",
    "s-nail-base64.eml": f"{_S_NAIL} -Smime-encoding=base64 gm@example.org",
    "s-nail-latin-1.eml": f"{_S_NAIL} -Ssendcharsets=iso-8859-15,utf-8 gm@example.org",
    "s-nail-attached.eml": "cat > $TMP/orders.txt;"
    f" echo Here. | {_S_NAIL} -a $TMP/orders.txt gm@example.org",
    "s-nail-reply.eml": f"(printf '{_MAILBOX}'; cat) > $TMP/box; printf '{_REPLY}' |"
    " s-nail -# -:/ -Smta=$CAPTURE -Sv15-compat -Sindentprefix='> ' -f $TMP/box",
    "mutt.eml": f"{_MUTT} gm@example.org",
    "mutt-flowed.eml": f"fold -s -w 72 | {_MUTT} -e 'set text_flowed=yes' gm@example.org",
    "mutt-ascii.eml": f"{_MUTT} -e 'set allow_8bit=no' gm@example.org",
    "mutt-attached.eml": "cat > $TMP/orders.txt;"
    f" echo Here. | {_MUTT} -a $TMP/orders.txt -- gm@example.org",
    "fold-72.txt": "fold -s -w 72",
    "fold-40-within-words.txt": "fold -w 40",
    "fold-72-quoted-folded-again.txt": "fold -s -w 72 | sed 's/^/> /' | fold -s -w 72",
    "fold-quoted-three-times.txt": "for i in 1 2 3; do sed 's/^/> /' > $TMP/x;"
    " fold -s -w 60 < $TMP/x > $TMP/y; exec < $TMP/y; done; cat",
    "fmt-72.txt": "fmt -w 72",
    "fmt-split-only.txt": "fmt -s -w 64",
    "fmt-quoted.txt": "sed 's/^/> /' | fmt -w 72 -p '>'",
    "fmt-tagged.txt": "fmt -t -w 60",
    "fmt-over-quotes.txt": "fold -s -w 72 | sed 's/^/> /' | fmt -w 66",
    "sed-indented.txt": "sed 's/^/        /'",
    "sed-double-spaced.txt": "fold -s -w 72 | sed G",
    "sed-blank-lines-dropped.txt": "(echo Hello; echo; cat; echo; echo Ada) | sed '/^$/d'",
    "lynx.txt": "cat > /dev/null; lynx -dump -stdin -width 72"
    " -assume_charset=utf-8 -display_charset=utf-8 < $HTML",
    "w3m.txt": "cat > /dev/null; w3m -dump -T text/html -cols 60 -I UTF-8 -O UTF-8 < $HTML",
    "html2text.txt": "cat > /dev/null; html2text -utf8 -width 72 < $HTML",
    "lynx-entities.html": "cat > /dev/null; cat $HTML",
}


def main() -> None:
    """Make all samples; those that nothing comes out of are an error."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    versions = {name: _output(command, b"").decode().strip() for name, command in VERSIONS.items()}
    (FOLDER / "made-with.json").write_text(json.dumps(versions, indent=1) + "\n", "utf-8")
    for name, command in COMMANDS.items():
        for number in SHEETS:
            made = _sample(command, sheet_text(CASES[number]["sheet"]), name)
            if not made.strip():
                raise RuntimeError(name)
            (FOLDER / f"{number}-{name}").write_bytes(made)


def _sample(command: str, text: str, name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        kept, capture, marked = (Path(folder, it) for it in ("kept", "capture", "marked.html"))
        capture.write_text(f"#!/bin/sh\ncat > {kept}\n", "utf-8")
        capture.chmod(0o755)
        lines = html.escape(text).replace("  ", "&nbsp; ").split("\n")
        body = "<br>\n".join(lines)
        marked.write_text(f"<html><body><p>Hello,</p><div>{body}</div></body></html>\n", "utf-8")
        for word, path in (("$CAPTURE", capture), ("$HTML", marked), ("$TMP", Path(folder))):
            command = command.replace(word, str(path))
        shown = _output(command, text.encode())
        made = kept.read_bytes() if name.endswith(".eml") and kept.exists() else shown
    # What is another at each run, or names this computer.
    made = re.sub(
        rb"(?m)^(Date|Message-ID|User-Agent|Sender|Received): .*\n(?:[ \t].*\n)*", b"", made
    )
    return re.sub(rb"(?m)^From: .*", b"From: ada@example.org", made)


def _output(command: str, given: bytes) -> bytes:
    env = {
        "PATH": "/usr/sbin:/usr/bin:/bin",
        "LC_ALL": "C.UTF-8",
        "HOME": "/nonexistent",
        "TERM": "dumb",
    }
    ran = subprocess.run(
        ["sh", "-c", command], input=given, capture_output=True, env=env, check=False
    )
    return ran.stdout


if __name__ == "__main__":
    main()
