#!/usr/bin/env python3
"""What a manager of Gomocup's tournaments expects of pbrain-sanqi: pbrain.py COMMAND...

Speaks to the program as a manager does, lines ending in CR LF: ABOUT as the first line, a whole game of each rule against itself by BOARD, swap2, the
limits of time and memory, and END. With wine as the COMMAND memory is not looked at."""
import os
import re
import subprocess
import sys
import time
from pathlib import Path

LIMIT_MB = 60
# Seconds over a limit, on a machine that others use too: the limits that a program has unless told are longer.
PATIENCE = 15.0 * float(os.environ.get("SANQI_PATIENCE", "1"))


class Brain:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def say(self, *lines):
        self.process.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
        self.process.stdin.flush()

    def hear(self):
        line = self.process.stdout.readline()
        assert line.endswith(b"\n"), f"the program ended: {line!r}"
        return line.decode("ascii").rstrip("\r\n")

    def ask(self, *lines):
        self.say(*lines)
        return self.hear()

    def end(self):
        self.say("END")
        assert self.process.wait(timeout=1 + PATIENCE) == 0
        assert self.process.stdout.read() == b"", "nothing after END"


def point(text, size):
    assert re.fullmatch(r"\d+,\d+", text), f"no move: {text!r}"
    x, y = map(int, text.split(","))
    assert x < size and y < size, text
    return x, y


def play(brain, size, rule):
    """Each side in turn is the program, told the board anew; until somebody wins or forty stones stand."""
    assert brain.ask(f"START {size}") == "OK"
    brain.say(f"INFO rule {rule}", "INFO game_type 2", "INFO timeout_turn 200", "INFO timeout_match 0", "INFO time_left 2147483647", "INFO max_node 1000")
    stones = [point(brain.ask("BEGIN"), size)]
    while len(stones) < 40:
        board = [f"{x},{y},{1 if (len(stones) - i) % 2 == 0 else 2}" for i, (x, y) in enumerate(stones)]
        said = brain.ask("BOARD", *board, "DONE")
        if said.startswith("ERROR the game is over"):
            break
        stone = point(said, size)
        assert stone not in stones, f"{stone} is taken"
        stones.append(stone)
    assert len(stones) >= 9, stones
    return len(stones)


def main(command):
    brain = Brain(command)
    about = dict(re.findall(r'(\w+)="([^"]*)"', brain.ask("ABOUT")))
    assert about["name"] == "Sanqi" and about["version"] and about["author"], about
    for size, rule in ((15, 0), (15, 1), (15, 4), (15, 8), (20, 0)):
        print(f"size {size} rule {rule}: {play(brain, size, rule)} stones")
    brain.end()

    brain = Brain(command)
    assert brain.ask("BEGIN").startswith("ERROR"), "any first line is Gomocup's"
    brain.say(f"INFO max_memory {LIMIT_MB * 1_000_000}", "INFO no_such_key of ours")
    assert brain.ask("START 15") == "OK"
    brain.say("INFO timeout_turn 300", "INFO timeout_match 0", "INFO time_left 2147483647")
    begun = time.monotonic()
    point(brain.ask("TURN 7,7"), 15)
    took = time.monotonic() - begun
    assert took < 0.3 + PATIENCE, took
    status = Path(f"/proc/{brain.process.pid}/status").read_text()
    peak = int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) / 1000
    if "wine" not in command[0]:
        assert LIMIT_MB / 5 < peak < LIMIT_MB, f"{peak} MB of {LIMIT_MB}"
    brain.say("RESTART")
    assert brain.hear() == "OK"
    stones = brain.ask("SWAP2BOARD", "DONE").split()
    assert len({point(stone, 15) for stone in stones}) == 3, stones
    reply = brain.ask("SWAP2BOARD", *stones, "DONE")
    assert reply == "SWAP" or all(point(stone, 15) for stone in reply.split()), reply
    assert brain.ask("NONSENSE").startswith("UNKNOWN")
    brain.end()
    print(f"a move of 0.3 s took {took:.2f} s, memory {peak:.0f} MB of {LIMIT_MB}, swap2: {stones}, {reply}")


if __name__ == "__main__":
    main(sys.argv[1:])
