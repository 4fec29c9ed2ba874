#!/usr/bin/env python3
"""Checks the rules that the compiler cannot: who may include whom, what may stand behind co_await, and for what a test may wait.

Prints each break as file:line and exits with 1 when there is any. `--self-test` shows that each rule can fail.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

# Folder -> prefixes of our own headers that it may include; the longest matching folder counts.
MAY_INCLUDE = {
    "engine/core": ["engine/core/"],
    "engine/search": ["engine/core/", "engine/search/"],
    "engine/games": ["engine/core/", "engine/search/", "engine/games/"],
    "engine/lab/players": ["engine/core/", "engine/search/", "engine/games/", "engine/lab/players/"],
    "engine/lab/matches": ["engine/core/", "engine/search/", "engine/games/", "engine/lab/players/", "engine/lab/matches/"],
    "engine/lab/training": ["engine/core/", "engine/search/", "engine/games/", "engine/lab/training/"],
    "engine/cli": ["engine/core/", "engine/search/", "engine/games/", "engine/cli/"],
    "engine": ["engine/"],
    "storage": ["storage/"],
    "server/bridge": ["server/base/", "server/bridge/", "engine/core/", "engine/games/registry.h", "engine/lab/players/"],
    "server": ["server/", "storage/", "engine/core/", "engine/games/registry.h", "engine/search/time_plan.h"],
}
# Libraries that only some folders may use.
LIBRARIES = {
    "boost/beast": ["server/net/", "server/bridge/account.cpp", "server/bridge/connection.cpp", "server/delivery/push_delivery.cpp"],
    "openssl/": ["server/push/", "server/bridge/account.cpp", "server/bridge/connection.cpp", "server/delivery/push_delivery.cpp"],
    "lemon/": ["server/tournament/pairing.cpp"],
    "boost/": ["server/"],
    "nlohmann/": ["server/", "engine/cli/", "engine/lab/"],
    "CLI/": ["server/config", "server/base/toml_file.h", "server/cluster/worker_main.cpp", "server/bridge/bot_main.cpp", "engine/cli/", "engine/lab/"],
    "SQLiteCpp/": ["storage/sqlite/"],
    "sqlite3.h": ["storage/sqlite/"],
    "libpq-fe.h": ["storage/postgres/"],
    "prometheus/": ["server/base/metrics."],
    "spdlog/": ["server/base/log.cpp"],  # Where its library is not linked, a second logger writes to stdout.
}
# Floors of the server, top first: a folder includes only its own floor's folder and those below.
FLOORS = [["net", "cluster", "delivery"], ["pages"], ["api"], ["hub"], ["matchmaking"], ["lobby"], ["rooms", "studies", "tournaments"], ["analysis"], ["room"], ["match", "study", "tournament"], ["bots", "identity", "library", "push"], ["protocol", "records", "formats"], ["base"]]
# Threads, timers and sockets: only these may include Boost. Everything else in the server decides and computes.
WITH_BOOST = (
    "server/bots/bot_job.", "server/bots/bot_pool.", "server/bots/worker_bots.", "server/bridge/", "server/cluster/", "server/delivery/", "server/config.cpp", "server/identity/passwords.", "server/base/address",
    "server/hub/hub.h", "server/rooms/rooms.cpp", "server/main.cpp", "server/net/", "server/network_loop.",
    "server/pages/lan.", "server/records/", "server/room/room.h", "server/base/work_pool.", "server/base/post_patiently.", "server/base/run_handlers.", "server/base/shutdown_signal.", "server/base/timer.",
)
# These do not even include what includes Boost. Room carries out what the pure part of a room decides.
PURE = ("server/protocol/", "server/match/", "server/formats/", "server/room/", "server/push/", "server/study/", "server/tournament/", "server/base/ascii_case.", "server/base/attempt.", "server/base/log.", "server/base/utf8.")
NOT_PURE = ("server/room/room.h", "server/room/room.cpp")
# g++ 12 destroys captures and aggregates twice when they are written inside a co_await expression.
CO_AWAIT_HAZARD = re.compile(r"co_await\b[^;]*?(\[[^\]\n]*[\w=&][^\]\n]*\]\s*[({]|\w\s*\{[^}])", re.S)
# Tests do not sleep, and how long they wait for something broken is tests/patience.h's to say.
FIXED_WAIT = re.compile(r"now\(\) \+ (?:std::chrono::)?\w*seconds[({]\d|run_one_for\((?:std::chrono::)?seconds|\bu?sleep(?:_for|_until)?\(")
INCLUDE = re.compile(r'^\s*#include\s+[<"]([^>"]+)[>"]')


def floor_of(path):
    parts = path.split("/")
    return next((i for i, row in enumerate(FLOORS) if len(parts) > 2 and parts[0] == "server" and parts[1] in row), None)


def game_of(path):
    found = re.match(r"engine/games/(\w+)/", path)
    return found and found.group(1)


def include_break(path, header):
    """Why `path` may not include `header`, or None."""
    folder = max((f for f in MAY_INCLUDE if path.startswith(f + "/")), key=len, default=None)
    if folder and header.split("/")[0] in ("engine", "storage", "server"):
        if not any(header.startswith(prefix) for prefix in MAY_INCLUDE[folder]):
            return f"{folder} must not know {header}"
    library = next((l for l in LIBRARIES if header.startswith(l)), None)
    if library and not any(path.startswith(p) for p in LIBRARIES[library]):
        return f"{header} belongs to {', '.join(LIBRARIES[library])}"
    if header.startswith("boost/") and path.startswith("server/") and not path.startswith(WITH_BOOST):
        return "only what deals with threads, timers and sockets includes Boost (WITH_BOOST)"
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


def fixed_waits(path, text):
    for match in FIXED_WAIT.finditer(text):
        yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: a test waits for an event, and for patience() at most (tests/patience.h)"


def tests():
    """Test programs and what they share; the load bench is about clocks."""
    return [path for path in sorted(Path("tests").rglob("*")) if path.suffix in (".h", ".cpp") and not path.is_relative_to("tests/load")]


def own_includes(text):
    found = (INCLUDE.match(line) for line in text.split("\n"))
    return [m.group(1) for m in found if m and m.group(1).startswith("server/")]


def way_to_boost(path, texts):
    """The first header below `path`, own includes of own includes followed, that includes Boost; or None."""
    seen, left = set(), own_includes(texts[path])
    while left:
        header = left.pop()
        if header in seen or header not in texts:
            continue
        seen.add(header)
        if re.search(r'^\s*#include\s+<boost/', texts[header], re.M):
            return header
        left += own_includes(texts[header])
    return None


def impure(texts):
    """`texts`: of each file by its path."""
    for path in texts:
        header = path.startswith(PURE) and path not in NOT_PURE and way_to_boost(path, texts)
        if header:
            yield f"{path}: knows Boost by way of {header}"


def self_test():
    broken = [
        ("engine/search/a.h", '#include "engine/games/registry.h"'),
        ("engine/core/a.h", "#include <boost/asio.hpp>"),
        ("engine/lab/players/a.h", '#include "engine/lab/matches/referee.h"'),
        ("engine/lab/training/a.h", '#include "engine/lab/players/player.h"'),
        ("engine/lab/matches/a.h", '#include "engine/lab/commands/commands.h"'),
        ("storage/a.h", '#include "engine/core/game.h"'),
        ("server/room/room.h", '#include "server/hub/hub.h"'),
        ("server/room/room_state.cpp", "#include <boost/asio/steady_timer.hpp>"),
        ("server/match/a.cpp", "#include <boost/asio/post.hpp>"),
        ("server/match/a.cpp", '#include "server/room/presence.h"'),
        ("server/match/a.cpp", '#include "server/tournament/rules.h"'),
        ("server/tournament/swiss.cpp", "#include <lemon/matching.h>"),
        ("server/study/a.cpp", '#include "server/room/presence.h"'),
        ("server/push/a.cpp", '#include "server/match/decisions.h"'),
        ("server/identity/a.cpp", "#include <openssl/evp.h>"),
        ("server/matchmaking/pairing.cpp", "#include <boost/asio/post.hpp>"),
        ("server/base/a.h", '#include "server/protocol/errors.h"'),
        ("server/room/a.h", '#include "server/cluster/worker.h"'),
        ("server/api/a.cpp", '#include "server/net/net_context.h"'),
        ("server/net/a.h", "#include <boost/beast.hpp>"),
        ("server/net/a.cpp", "#include <spdlog/spdlog.h>"),
        ("engine/games/gomoku/a.h", '#include "engine/games/xiangqi/position.h"'),
        ("engine/games/a_fourth/a.h", '#include "engine/games/gomoku/position.h"'),
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
    chain = {"server/match/a.h": '#include "server/identity/b.h"', "server/identity/b.h": '#include "server/base/c.h"',
             "server/base/c.h": "#include <boost/asio.hpp>"}
    if len(list(impure(chain))) != 1 or list(impure({**chain, "server/base/c.h": ""})):
        print("self-test: wrong verdict on what is included by others")
        failed.append(chain)
    waits = "const auto end = steady_clock::now() + std::chrono::seconds(20);", "while (io.run_one_for(std::chrono::seconds(20))) continue;", "std::this_thread::sleep_for(1ms);"
    if not {Path("tests/patience.h"), Path("tests/fuzz/connection_fuzz.cpp")}.issubset(tests()):
        print("self-test: what tests share is not looked at")
        failed.append(waits)
    if not all(list(fixed_waits("a_test.cpp", text)) for text in waits) or list(fixed_waits("a_test.cpp", "now() + patience()")):
        print("self-test: wrong verdict on how long a test waits")
        failed.append(waits)
    return bool(failed)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--self-test", action="store_true")
    if arguments.parse_args().self_test:
        return self_test()
    listed = subprocess.run(["scripts/maintain/list_files", "engine", "storage", "server"], capture_output=True, text=True, check=True)
    sources = [Path(p) for p in listed.stdout.split("\n") if p.endswith((".h", ".cpp")) and Path(p).is_file()]
    texts = {str(path): path.read_text(errors="replace") for path in sources}
    broken = [b for path, text in texts.items() for b in breaks_in(path, text)] + list(impure(texts))
    broken += [b for path in tests() for b in fixed_waits(path, path.read_text(errors="replace"))]
    print("\n".join(broken) if broken else f"layers: {len(sources)} files, no break")
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
