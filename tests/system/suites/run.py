#!/usr/bin/env python3
"""Puts the verified positions of tests/data/verified before sanqi-engine, as another program would, and counts.

    tests/system/suites/run.py [--engine PATH] [suite ...]      suites: perft repetition renju notation mates vcf won exact speed
                                                       overrun

Prints one line a suite and each position that fails; exits with 1 when a suite falls short of its goal. `mates`, `vcf`, `won` and
`exact` let the engine think for --time-ms (1000) a position on one thread, and `overrun` measures milliseconds, so they belong on
a quiet machine.
"""
import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT / "tests/data/verified"


def rows(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines() if line.strip()]


class Engine:
    def __init__(self, path, time_ms):
        self.path, self.time_ms = path, time_ms

    def lines(self, command, requests):
        """Answers to JSON Lines requests, in order."""
        text = "".join(json.dumps(r) + "\n" for r in requests)
        run = subprocess.run([self.path, command], input=text, capture_output=True, text=True, check=True)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        assert len(answers) == len(requests), f"{len(answers)} answers to {len(requests)} requests"
        return answers

    def rules(self, requests):
        return self.lines("rules", requests)

    def analyse(self, requests):
        return self.lines("analyse", [{**r, "limits": {"time_ms": self.time_ms}} for r in requests])

    def perft(self, game, depth, *more):
        """(nodes, nodes per second)"""
        out = subprocess.run([self.path, "perft", game, str(depth), *more], capture_output=True, text=True, check=True).stdout
        return int(re.search(r"Nodes searched: (\d+)", out)[1]), int(re.search(r"Nodes/s: (\d+)", out)[1])


def judged(engine, cases, goal=None):
    """cases: (name, failure or None). Gives (passed, total, failures, reached the goal)."""
    failures = [f"{name}: {failure}" for name, failure in cases if failure]
    passed = len(cases) - len(failures)
    return passed, len(cases), failures, passed >= (len(cases) if goal is None else goal)


def perft(engine):
    cases = []
    for line in (DATA / "xiangqi_perft.epd").read_text().splitlines():
        fen, *counts = [part.strip() for part in line.split(";")]
        for count in counts:
            depth, want = count[1:].split()
            if int(depth) <= 4:
                got = engine.perft("xiangqi", int(depth), "--pos", fen)[0]
                cases.append((f"{fen} D{depth}", None if got == int(want) else f"{got}, not {want}"))
    got = engine.perft("antireversi", 11)[0]
    cases.append(("antireversi 11", None if got == 212258800 else got))
    return judged(engine, cases)


def repetition(engine):
    items = rows("xiangqi_repetition.jsonl")
    words = {"red_wins": "first", "black_wins": "second", "draw": None}
    cases = []
    for item, answer in zip(items, engine.rules([{"game": "xiangqi", "pos": i["fen"], "moves": i["moves"]} for i in items])):
        if item["disputed"]:
            continue
        outcome = answer.get("outcome")
        want = None if item["verdict"] == "ongoing" else {"winner": words[item["verdict"]]}
        fits = outcome is None if want is None else outcome is not None and outcome["winner"] == want["winner"]
        cases.append((item["id"], None if fits else f"{outcome}, not {item['verdict']} by {item['reason']}"))
    return judged(engine, cases)


def renju(engine):
    items = rows("renju_forbidden.jsonl")

    def pos(item):
        board = ["-"] * 225
        for colour, stone in (("black", "X"), ("white", "O")):
            for square in item[colour]:
                board[(int(square[1:]) - 1) * 15 + ord(square[0]) - 97] = stone
        return "".join(board) + " X"

    answers = engine.rules([{"game": "gomoku", "rule": "renju", "pos": pos(i), "moves": []} for i in items])
    return judged(engine, [(i["note"], None if sorted(i["forbidden"]) == a.get("forbidden", []) else a.get("forbidden", a))
                           for i, a in zip(items, answers)])


def notation(engine):
    table = [line.split("\t") for line in (DATA / "xiangqi_notation.tsv").read_text().splitlines() if line[:1] not in "#"]
    answers = engine.rules([{"game": "xiangqi", "pos": row[0], "moves": [row[1]]} for row in table])
    cases = []
    for (fen, move, wxf, zh, *_), answer in zip(table, answers):
        got = answer.get("notation")
        fits = got and got["wxf"] == [wxf] and got["zh"] == [zh]
        cases.append((f"{fen} {move}", None if fits else f"{got}, not {wxf} {zh}"))
    return judged(engine, cases)


def mates(engine):
    items = []
    for line in (DATA / "xiangqi_mates.epd").read_text().splitlines():
        if line.strip():
            fen, best, mate = [part.strip() for part in line.split(";")]
            items.append((fen, best.split()[1:], int(mate.split()[1])))
    answers = engine.analyse([{"game": "xiangqi", "pos": fen, "moves": []} for fen, _, _ in items])
    return judged(engine, [(fen, None if a.get("best") in best else f"{a.get('best')} {a.get('score')}, not {best} (mate in {n})")
                           for (fen, best, n), a in zip(items, answers)])


def vcf(engine):
    items = rows("gomoku_vcf.jsonl")
    answers = engine.analyse([{"game": "gomoku", "rule": i["rule"], "moves": i["moves"]} for i in items])

    def failure(item, answer):
        found = answer.get("best") in item["accept"] or answer.get("score", {}).get("kind") == "win"
        return None if found else f"{answer.get('best')} {answer.get('score')}, not one of {item['accept']}"

    results = []
    for kind, goal in (("vcf", None), ("vct", 6)):
        cases = [(f"{kind} {k}", failure(i, a)) for k, (i, a) in enumerate(zip(items, answers)) if i["win"] == kind]
        passed, total, failures, reached = judged(engine, cases, goal)
        results.append((f"{kind} {passed}/{total}", failures, reached))
    return (", ".join(r[0] for r in results), None, [f for r in results for f in r[1]], all(r[2] for r in results))


def won(engine):
    """Out of games: all wins by fours, and most of those that need threes or quiet moves."""
    items = rows("gomoku_won.jsonl")
    answers = engine.analyse([{"game": "gomoku", "rule": i["rule"], "pos": f"{i['board']} {i['to_move']}", "moves": []} for i in items])
    results = []
    for kind, share in (("fours", 1.0), ("threats", 0.8)):
        cases = [(f"{k}: {kind} in {i['plies']}", None if a.get("score", {}).get("kind") == "win" else f"{a.get('best')} {a.get('score')}")
                 for k, (i, a) in enumerate(zip(items, answers)) if i["win"] == kind]
        passed, total, failures, reached = judged(engine, cases, share * len(cases))
        results.append((f"{kind} {passed}/{total}", failures, reached))
    return (", ".join(r[0] for r in results), None, [f for r in results for f in r[1]], all(r[2] for r in results))


def exact(engine):
    items = rows("antireversi_exact.jsonl")
    answers = engine.analyse([{"game": "antireversi", "pos": f"{i['board']} {i['to_move']}", "moves": []} for i in items])

    def failure(item, answer):
        score = answer.get("score", {})
        right = score.get("kind") == "exact" and score.get("value") == item["score"] and answer.get("best") in item["best"]
        return None if right else f"{answer.get('best')} {score}, not {item['best']} {item['score']}"

    return judged(engine, [(f"{i['board']} ({i['empties']} empties)", failure(i, a)) for i, a in zip(items, answers)])


def speed(engine):
    """perft with bulk counting on one thread: the best of three, in million nodes a second."""
    best = {game: max(engine.perft(game, depth)[1] for _ in range(3)) / 1e6 for game, depth in (("xiangqi", 5), ("antireversi", 11))}
    text = ", ".join(f"{game} {value:.0f} Mn/s" for game, value in best.items())
    return text, None, [], best["xiangqi"] >= 30 and best["antireversi"] >= 150


def overrun(engine):
    """How late moves come: a fresh program each time, its first moves included; the goal is p99 <= 10 ms."""
    late = []
    games = {"xiangqi": "", "gomoku": "setoption name UCI_Variant value gomoku\n",
             "antireversi": "setoption name UCI_Variant value antireversi\n"}
    for option in games.values():
        for ms in (50, 100, 200):
            for _ in range(3):
                late += lateness(engine.path, option + "setoption name Hash value 64\n", ms, moves=6)
    late.sort()
    p99 = late[min(len(late) - 1, len(late) * 99 // 100)]
    return f"{len(late)} moves, median {late[len(late) // 2]:.1f}, p99 {p99:.1f}, worst {late[-1]:.1f} ms late", None, [], p99 <= 10


def lateness(path, options, ms, moves):
    """Milliseconds that each of the first moves of a game came after its time."""
    program = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(text):
        program.stdin.write(text)
        program.stdin.flush()

    def wait_for(word):
        for line in program.stdout:
            if line.startswith(word):
                return line.split()

    say("uci\n" + options + "isready\n")
    wait_for("readyok")
    played, late = [], []
    for _ in range(moves):
        say("position startpos" + (" moves " + " ".join(played) if played else "") + "\n")
        start = time.monotonic()
        say(f"go movetime {ms}\n")
        played.append(wait_for("bestmove")[1])
        late.append((time.monotonic() - start) * 1000 - ms)
    say("quit\n")
    program.wait()
    return late


SUITES = {f.__name__: f for f in (perft, repetition, renju, notation, mates, vcf, won, exact, speed, overrun)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=str(ROOT / "build/release/engine/cli/sanqi-engine"))
    parser.add_argument("--time-ms", type=int, default=1000)
    parser.add_argument("suites", nargs="*", choices=[[], *SUITES], default=[])
    args = parser.parse_args()
    engine = Engine(args.engine, args.time_ms)
    good = True
    for name in args.suites or SUITES:
        passed, total, failures, reached = SUITES[name](engine)
        print(f"{name}: {passed}" + (f"/{total}" if total is not None else "") + ("" if reached else "  FALLS SHORT"), flush=True)
        for failure in failures:
            print(f"    {failure}")
        if total is not None:
            print(f"{name}: {passed} passed, {total - passed} failed")
        good = good and reached
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
