"""Run mutated cases for some time; `make fuzz` does.

``python -m tests.fuzz.run --seconds 600 --seed 1``, with names of kinds to try only these. A case
that breaks a law is made smaller and kept in `tests/fuzz/corpus/`, which `make test` tries again.
Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from io import FileIO
from pathlib import Path
from types import FrameType
from typing import IO, Final

from tests.fuzz.cases import Broken, Case, LimitReached, Workspace, smaller, text_of_case
from tests.fuzz.kinds import KINDS, case_of

CORPUS: Final = Path(__file__).parent / "corpus"
#: Seconds of a case. One that hangs where it can't be interrupted is killed after twice as many.
_MAX_SECONDS: Final = 30
#: Bytes of address space of a case beside what a process has when it starts.
_MAX_MEMORY: Final = 2 << 30
#: Seconds for a kind before the next kind has its turn.
_TURN: Final = 20
#: Seconds that it may take to make a case smaller.
_SHRINKING: Final = 20


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = pages * resource.getpagesize() + _MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _ring(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise LimitReached


def try_out(workspace: Workspace, case: Case) -> Broken | None:
    """The law that a case breaks, if any; time is a law too."""
    signal.signal(signal.SIGALRM, _ring)
    signal.alarm(_MAX_SECONDS)
    try:
        return workspace.run(case)
    except LimitReached as reached:
        frame = reached.__traceback__
        names = []
        while frame is not None:
            names.append(frame.tb_frame.f_code.co_qualname)
            frame = frame.tb_next
        ours = [name for name in names if name]
        return Broken("takes too long", ours[-1] if ours else "")
    finally:
        signal.alarm(0)


def _smallest(workspace: Workspace, case: Case, broken: Broken) -> Case:
    """The case with as much taken out of it as can be while the same law is broken alike."""
    until = time.monotonic() + _SHRINKING
    found = True
    while found:
        found = False
        for less in smaller(case):
            if time.monotonic() > until:
                return case
            again = try_out(workspace, less)
            if again is not None and (again.law, again.place) == (broken.law, broken.place):
                case, found = less, True
                break
    return case


def _work(session: Session, kind: str, out: IO[str]) -> None:
    """Try cases in this process; say of each that it begins, and what it broke."""
    _limit_memory()
    workspace, seed = session.workspace, session.seed
    until = time.monotonic() + _TURN
    for number in itertools.count(session.tried[kind]):
        if time.monotonic() > until:
            break
        out.write(json.dumps({"begins": number}) + "\n")
        out.flush()
        case = case_of(kind, seed, number)
        broken = try_out(workspace, case)
        if broken is not None:
            if not session.knows(kind, broken):
                case = _smallest(workspace, case, broken)
            told = {"number": number, "case": text_of_case(case, _about(broken))}
            out.write(json.dumps({**told, "law": broken.law, "place": broken.place}) + "\n")
            out.flush()
    out.write(json.dumps({"done": True}) + "\n")
    out.flush()


def _about(broken: Broken) -> str:
    return f"{broken.law}: {broken.place}"


class Session:
    """The cases that were tried, and those that broke a law."""

    def __init__(self, seed: str, corpus: Path, folder: Path) -> None:
        self.seed, self.corpus, self.workspace = seed, corpus, Workspace(folder)
        self.tried: Counter[str] = Counter()
        self.broken: Counter[tuple[str, str, str]] = Counter()

    def knows(self, kind: str, broken: Broken) -> bool:
        """Whether a case has broken a law in the same way."""
        return (kind, broken.law, broken.place) in self.broken

    def round(self, kind: str) -> None:
        """Some cases of a kind, in their own process."""
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reading)
            code = 1
            try:
                with os.fdopen(writing, "w", encoding="utf-8") as out:
                    _work(self, kind, out)
                code = 0
            except Exception:  # noqa: BLE001  a mistake in the tests themselves
                traceback.print_exc()
            finally:
                os._exit(code)
        os.close(writing)
        self._listen(kind, pid, reading)
        os.waitpid(pid, 0)

    def _listen(self, kind: str, pid: int, pipe: int) -> None:
        current, is_done = self.tried[kind], False
        with os.fdopen(pipe, "rb", buffering=0) as written:
            for line in _lines(written):
                if line is None:
                    os.kill(pid, signal.SIGKILL)
                    break
                told = json.loads(line)
                is_done = is_done or "done" in told
                if "begins" in told:
                    current = told["begins"]
                    self.tried[kind] = current + 1
                elif "case" in told:
                    self._keep(kind, told["law"], told["place"], told["case"])
        if not is_done:
            case = case_of(kind, self.seed, current)
            broken = Broken("ends the process", f"case {current} of seed {self.seed}")
            self._keep(kind, broken.law, broken.place, text_of_case(case, _about(broken)))

    def _keep(self, kind: str, law: str, place: str, text: str) -> None:
        self.broken[kind, law, place] += 1
        if self.broken[kind, law, place] == 1:
            name = hashlib.sha256(f"{law} {place}".encode()).hexdigest()[:8]
            self.corpus.mkdir(parents=True, exist_ok=True)
            (self.corpus / f"{kind}-{name}.json").write_text(text, encoding="utf-8")
            _say(f"{kind}: {law}: {place}")


def _lines(written: FileIO) -> Iterator[bytes | None]:
    """The lines that a process writes; None if it has not written any for too long."""
    read = b""
    while True:
        if not select.select([written], [], [], 2 * _MAX_SECONDS + _SHRINKING)[0]:
            yield None
            return
        part = written.read(1 << 16)
        if not part:
            return
        *whole, read = (read + part).split(b"\n")
        yield from whole


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(words: Sequence[str] | None = None) -> int:
    """Whether a law was broken, as a process says it."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.run")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", default=str(time.time_ns()), help="the same cases again")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    parser.add_argument("kinds", nargs="*", help=", ".join(KINDS))
    asked = parser.parse_args(words)
    kinds = asked.kinds or list(KINDS)
    if unknown := set(kinds) - set(KINDS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    until = time.monotonic() + asked.seconds
    with tempfile.TemporaryDirectory(prefix="chronicle-fuzz-") as folder:
        session = Session(asked.seed, asked.corpus, Path(folder))
        for kind in itertools.cycle(kinds):
            session.round(kind)
            if time.monotonic() > until:
                break
    for kind in kinds:
        places = [key for key in session.broken if key[0] == kind]
        count = sum(session.broken[key] for key in places)
        _say(f"{kind}: {session.tried[kind]} cases, {count} broke a law, in {len(places)} places")
    _say(f"seed {asked.seed}")
    return 1 if session.broken else 0


if __name__ == "__main__":
    sys.exit(main())
