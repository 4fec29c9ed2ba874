#!/usr/bin/env python3
"""Checks the rules of docs/architecture.md that the compiler cannot: who may include whom, and what may stand behind co_await.

Prints each break as file:line and exits with 1 when there is any. `--self-test` shows that each rule can fail.
"""
import re
import subprocess
import sys
from pathlib import Path

# Folder -> prefixes of our own headers that it may include; the longest matching folder counts.
MAY_INCLUDE = {
    "engine/core": ["engine/core/"],
    "engine/search": ["engine/core/", "engine/search/"],
    "engine/games": ["engine/core/", "engine/search/", "engine/games/"],
    "engine": ["engine/"],
    "storage": ["storage/"],
    "server": ["server/", "storage/", "engine/core/", "engine/games/registry.h", "engine/search/time_plan.h"],
}
# Libraries that only some folders may use.
LIBRARIES = {
    "boost/beast": ["server/net/"],
    "boost/": ["server/"],
    "nlohmann/": ["server/", "engine/cli/", "engine/lab/"],
    "CLI/": ["server/config", "engine/cli/", "engine/lab/"],
    "SQLiteCpp/": ["storage/sqlite/"],
    "sqlite3.h": ["storage/sqlite/"],
    "libpq-fe.h": ["storage/postgres/"],
    "prometheus/": ["server/metrics/"],
}
# Floors of the server, top first: a folder includes only its own floor's folder and those below.
FLOORS = [["net"], ["pages"], ["api"], ["lobby"], ["analysis"], ["room"], ["match"], ["bots", "identity"], ["protocol", "records", "formats", "metrics", "limits"], ["logs", "text"]]
# These decide and compute; they know no sockets and no timers.
WITHOUT_ASIO = ("server/protocol/", "server/match/", "server/formats/", "server/room/", "server/text/")
# Carries out what rooms decide: timers, subscribers.
WITH_ASIO = ("server/room/room.h", "server/room/room.cpp")
GAMES = ["xiangqi", "gomoku", "antireversi"]
# g++ 12 destroys captures and aggregates twice when they are written inside a co_await expression.
CO_AWAIT_HAZARD = re.compile(r"co_await\b[^;]*?(\[[^\]\n]*[\w=&][^\]\n]*\]\s*[({]|\w\s*\{[^}])", re.S)
INCLUDE = re.compile(r'^\s*#include\s+[<"]([^>"]+)[>"]')


def floor_of(path):
    parts = path.split("/")
    return next((i for i, row in enumerate(FLOORS) if len(parts) > 2 and parts[0] == "server" and parts[1] in row), None)


def game_of(path):
    return next((g for g in GAMES if path.startswith(f"engine/games/{g}/")), None)


def include_break(path, header):
    """Why `path` may not include `header`, or None."""
    folder = max((f for f in MAY_INCLUDE if path.startswith(f + "/")), key=len, default=None)
    if folder and header.split("/")[0] in ("engine", "storage", "server"):
        if not any(header.startswith(prefix) for prefix in MAY_INCLUDE[folder]):
            return f"{folder} must not know {header}"
    library = next((l for l in LIBRARIES if header.startswith(l)), None)
    if library and not any(path.startswith(p) for p in LIBRARIES[library]):
        return f"{header} belongs to {', '.join(LIBRARIES[library])}"
    if header.startswith("boost/") and path.startswith(WITHOUT_ASIO) and path not in WITH_ASIO:
        return "pure parts include no Boost"
    if header.startswith("boost/beast") and path.endswith(".h"):
        return "Beast stays in .cpp files"
    mine, theirs = floor_of(path), floor_of(header)
    same_folder = path.split("/")[:2] == header.split("/")[:2]
    if mine is not None and theirs is not None and theirs <= mine and not same_folder:
        return f"{header} is not on a floor below"
    if game_of(path) and game_of(header) and game_of(path) != game_of(header):
        return "a game never sees another game"
    return None


def breaks_in(path, text):
    for number, line in enumerate(text.split("\n"), 1):
        match = INCLUDE.match(line)
        reason = match and include_break(path, match.group(1))
        if reason:
            yield f"{path}:{number}: {reason}"
    for match in CO_AWAIT_HAZARD.finditer(text):
        yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: capture or aggregate inside a co_await expression"


def self_test():
    broken = [
        ("engine/search/a.h", '#include "engine/games/registry.h"'),
        ("engine/core/a.h", "#include <boost/asio.hpp>"),
        ("storage/a.h", '#include "engine/core/game.h"'),
        ("server/room/room.h", '#include "server/lobby/lobby.h"'),
        ("server/room/room_state.cpp", "#include <boost/asio/steady_timer.hpp>"),
        ("server/match/a.cpp", "#include <boost/asio/post.hpp>"),
        ("server/match/a.cpp", '#include "server/room/presence.h"'),
        ("server/api/a.cpp", '#include "server/net/site.h"'),
        ("server/net/a.h", "#include <boost/beast.hpp>"),
        ("engine/games/gomoku/a.h", '#include "engine/games/xiangqi/position.h"'),
        ("server/net/a.cpp", "co_await run([self, text]{ go(); });"),
        ("server/net/a.cpp", "co_await run(Job{std::move(text)});"),
    ]
    fine = [
        ("server/lobby/a.h", '#include "server/room/room.h"'),
        ("server/net/a.cpp", "#include <boost/beast/core.hpp>"),
        ("server/net/a.cpp", "co_await stream.async_read(buffer, use_awaitable);"),
    ]
    failed = [case for case in broken if not list(breaks_in(*case))] + [case for case in fine if list(breaks_in(*case))]
    for path, text in failed:
        print(f"self-test: wrong verdict on {path}: {text}")
    return bool(failed)


def main():
    if "--self-test" in sys.argv:
        return self_test()
    listed = subprocess.run(["git", "ls-files", "engine", "storage", "server"], capture_output=True, text=True, check=True)
    sources = [Path(p) for p in listed.stdout.split("\n") if p.endswith((".h", ".cpp")) and Path(p).is_file()]
    broken = [b for path in sources for b in breaks_in(str(path), path.read_text(errors="replace"))]
    print("\n".join(broken) if broken else f"layers: {len(sources)} files, no break")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
