"""Standard output and error, where control characters of texts are escaped.

All commands write through these streams, and click writes its own messages through them, so that no
command can forget it. What styles the program's own output is written past them.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from chronicle.diagnostics.control_characters import escape_control_characters


class EscapingStream(io.TextIOBase):
    """A text stream that escapes control characters and writes to ``styled``."""

    def __init__(self, styled: TextIO) -> None:
        super().__init__()
        self.styled = styled

    # The base class declares these as attributes that can be set.
    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.styled.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.styled.errors

    def write(self, text: str | bytes) -> int:
        # click writes completions as bytes.
        said = text.decode() if isinstance(text, bytes) else text
        self.styled.write(escape_control_characters(said))
        return len(text)

    def flush(self) -> None:
        self.styled.flush()

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self.styled.isatty()

    def fileno(self) -> int:
        return self.styled.fileno()


@contextmanager
def escaped_output() -> Iterator[None]:
    """Escape control characters in all that is written to standard output and error."""
    before = sys.stdout, sys.stderr
    # They are None when they are closed.
    sys.stdout, sys.stderr = (stream and EscapingStream(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def styled_stream(stream: TextIO) -> TextIO:
    """The stream below one that escapes: for texts that are escaped already, and then styled."""
    return stream.styled if isinstance(stream, EscapingStream) else stream
