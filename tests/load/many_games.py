#!/usr/bin/env python3
"""Measures a start with many stored games beside a start without: tests/load/many_games.py [SERVER] [--games N] [--unfinished N] [--keep FILE]

Makes a database of N games (1,000,000), some of them (100,000) unfinished and without a clock, half against bots. For each start it
prints ms until the server says that it is ready, ms until it has restored what it has to, and its resident memory after that.
"""
import argparse
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
os.environ["no_proxy"] = "*"  # Only this machine is asked.
STARTS = 5
DAY = 86_400_000
MOVES = ["h8", "h9", "i8", "i9", "j8", "j9"]


def start(server, database):
    """Until the games are restored; gives (process, ms until it is ready, ms until it has restored)."""
    began = time.monotonic()
    process = subprocess.Popen([server, "--database", str(database), "--port", "0", "--log-format", "json"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    at = {}
    for line in process.stderr:
        event = json.loads(line)
        at[event["event"]] = (time.monotonic() - began) * 1000
        if event["event"] == "ready":
            process.url = event["url"]
        if event["event"] == "games_restored":
            return process, at["ready"], at["games_restored"]
    sys.exit("the server has ended")


def stop(process):
    process.send_signal(signal.SIGTERM)
    process.wait()


def resident_mib(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024


def rooms_of(process):
    with urllib.request.urlopen(process.url + "/metrics") as answer:
        return re.search(r"^sanqi_rooms_loaded (\d+)", answer.read().decode(), re.M).group(1)


def measure(server, database):
    ready, restored, memory = [], [], []
    for _ in range(STARTS):
        process, ready_ms, restored_ms = start(server, database)
        ready.append(ready_ms)
        restored.append(restored_ms)
        memory.append(resident_mib(process))
        rooms = rooms_of(process)
        stop(process)
    return [sorted(values)[STARTS // 2] for values in (ready, restored, memory)] + [rooms]


def row_of(number, unfinished, now):
    """A row of games, and its events."""
    game = f"g{number:07}"
    is_over = number >= unfinished
    against_bot = number % 2
    created = now - (number % 13) * DAY
    due = 0 if is_over else (created // DAY + 15) * DAY
    status = ("finished", "first", "resign", created) if is_over else ("playing", "", "", 0)
    second = ("Bot 3", "", 3) if against_bot else ("Wang", f"w{number % 40_000}", 0)
    row = (game, "", "gomoku", "freestyle", "", 15, "", 0, 0, 0, 0, 0, 0, "Lin", f"l{number % 40_000}", 0, "", *second, "", 0, 0, created,
           *status, 0, 0, 0, 0, "", "", 0, "", due, "")
    events = [(game, 1, "start", 0, "", "", "", 0, 0, 0, 0, "", 0, 0, created)]
    for ply, move in enumerate(MOVES, 1):
        events.append((game, ply + 1, "move", ply, "first" if ply % 2 else "second", move, "", 0, 0, 0, 0, "", 0, 0, created))
    if is_over:
        events.append((game, len(MOVES) + 2, "end", len(MOVES), "second", "", "finished first resign", 0, 0, 0, 0, "", 0, 0, created))
    return row, events


def fill(database, games, unfinished):
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA synchronous = OFF")
    now = int(time.time() * 1000)
    columns = len(connection.execute("SELECT * FROM games LIMIT 0").description)
    insert_game = f"INSERT INTO games VALUES ({', '.join('?' * columns)})"
    insert_event = f"INSERT INTO events VALUES ({', '.join('?' * 15)})"
    for first in range(0, games, 20_000):
        rows = [row_of(number, unfinished, now) for number in range(first, min(first + 20_000, games))]
        connection.executemany(insert_game, [row for row, _ in rows])
        connection.executemany(insert_event, [event for _, events in rows for event in events])
        connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server", nargs="?", default=ROOT / "build/release/server/sanqi-server")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--unfinished", type=int, default=100_000)
    parser.add_argument("--keep", type=Path, help="the database is copied there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        for database in (empty, full):
            process, *_ = start(options.server, database)  # Makes the schema.
            stop(process)
        fill(full, options.games, options.unfinished)
        print(f"{'games':>10} {'ready ms':>10} {'restored ms':>12} {'MiB':>6} {'rooms':>6}")
        for games, database in ((0, empty), (options.games, full)):
            ready, restored, memory, rooms = measure(options.server, database)
            print(f"{games:>10,} {ready:>10.0f} {restored:>12.0f} {memory:>6.1f} {rooms:>6}", flush=True)
        if options.keep:
            shutil.copy(full, options.keep)


if __name__ == "__main__":
    main()
