"""The YAML language server that editors use, as a client of its protocol sees it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any, Final

from chronicle.records import MutableRecord, field
from tools import npm_programs

_SCRIPT: Final = "yaml-language-server/bin/yaml-language-server"
#: What an editor answers when the server asks for its settings; nothing is fetched.
_SETTINGS: Final[Mapping[str, Any]] = {
    "yaml": {"schemaStore": {"enable": False}, "validate": True, "completion": True}
}
#: Marks the cursor in a text.
CURSOR: Final = "^"


class LanguageServer(MutableRecord):
    """A running server; it answers in the order of the questions."""

    to: IO[bytes]
    answers: IO[bytes]
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    found: dict[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)

    def mistakes(self, path: Path) -> list[tuple[int, str]]:
        """Line and message of everything that is underlined in an opened file."""
        uri = path.as_uri()
        while uri not in self.found:
            self._receive()
        return [(it["range"]["start"]["line"] + 1, it["message"]) for it in self.found[uri]]

    def suggestions(self, path: Path, marked: str) -> list[str]:
        """What is suggested at the cursor in a text, as if in this file."""
        before, _, after = marked.partition(CURSOR)
        self.open(path, before + after)
        row = before.count("\n")
        column = len(before) - (before.rfind("\n") + 1)
        found = self.ask(
            "textDocument/completion",
            {
                "textDocument": {"uri": path.as_uri()},
                "position": {"line": row, "character": column},
            },
        )
        return [it["label"] for it in (found["items"] if isinstance(found, dict) else found)]

    def open(self, path: Path, text: str) -> None:
        """Open a text as if it stood in this file; the server keeps the first text of each."""
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def ask(self, method: str, params: object) -> Any:
        """The answer to a request."""
        number = next(self.numbers)
        self._send({"id": number, "method": method, "params": params})
        while (answer := self._receive()).get("id") != number or "method" in answer:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def tell(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: Mapping[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.to.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.to.flush()

    def _receive(self) -> Mapping[str, Any]:
        """The next message, whose part in the conversation is done."""
        length = 0
        while header := self.answers.readline().strip():
            name, _, value = header.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has stopped"
        message: Mapping[str, Any] = json.loads(self.answers.read(length))
        match message:
            case {"method": "workspace/configuration", "id": id, "params": {"items": items}}:
                found = [_SETTINGS.get(item.get("section", "")) for item in items]
                self._send({"id": id, "result": found})
            case {"method": str(), "id": id}:
                self._send({"id": id, "result": None})
            case {"method": "textDocument/publishDiagnostics", "params": params}:
                self.found[params["uri"]] = params["diagnostics"]
            case _:
                pass
        return message


@contextmanager
def running_server() -> Iterator[LanguageServer]:
    """Start a server, and stop it afterwards."""
    command = [str(npm_programs.node()), str(npm_programs.script(_SCRIPT)), "--stdio"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        server = LanguageServer(process.stdin, process.stdout)
        abilities = {"workspace": {"configuration": True}}
        try:
            server.ask(
                "initialize", {"processId": None, "rootUri": None, "capabilities": abilities}
            )
            server.tell("initialized", {})
            yield server
            server.ask("shutdown", None)
            server.tell("exit", None)
        finally:
            process.kill()
