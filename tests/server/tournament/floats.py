#!/usr/bin/env python3
"""Compares Swiss pairings with those of bbpPairings, which is no part of this project: floats.py REPORTS PROGRAM [ROUNDS]

REPORTS is what the test of simulated tournaments writes with SANQI_REPORTS=FILE, PROGRAM pairs what a TRF file says by
FIDE's Dutch system. Of each round of one game a table the program gets the tournament as it was, and pairs it anew. Exits
with 1 if there are more than 1.1 times as many tables between different points as the program makes.
"""
import json
import os
import subprocess
import sys
import tempfile

from standings import DRAW, WIN, Tournament

MOST = 1.1  # Times.


class Round:
    """What a tournament was before a round."""

    def __init__(self, tournament, rests):
        self.cards = tournament.cards()
        players = tournament.players
        self.by_strength = sorted(self.cards, key=lambda n: (-players[n - 1]["rating"], players[n - 1]["lot"], n))
        self.place = {n: i for i, n in enumerate(self.by_strength, 1)}
        self.points = {n: sum(line["points"] for line in card) for n, card in self.cards.items()}
        self.resting = {rest["player"] for rest in rests if rest["kind"] == "halfBye"}
        self.here = {n for n in self.cards if players[n - 1]["there"] == "here"} - self.resting
        self.tournament = tournament

    def trf(self):
        rounds = len(self.tournament.counted_rounds())
        total = max(self.tournament.rules["rounds"], rounds + 2)  # Not the last one, which has other rules there.
        lines = [f"XXR {total}", "XXC white1"]
        lines += [f"XXP {' '.join(str(self.place[n]) for n in pair)}" for pair in self.tournament.forbidden]
        colours = self.tournament.colours()
        for n in self.by_strength:
            began = iter(colours[n])
            past = "".join(self.result(line, began) for line in self.cards[n])
            next_one = "" if n in self.here else f"  0000 - {'H' if n in self.resting else 'Z'}"
            points = self.points[n] / 2
            lines.append(f"001 {self.place[n]:4}      {f'P{n}':33} {self.rating(n):4}{'':28}{points:4.1f} {self.place[n]:4}{past}{next_one}")
        return "\n".join(lines) + "\n"

    def rating(self, n):
        return self.tournament.players[n - 1]["rating"] or ""

    def result(self, line, began):
        if line["kind"] in ("played", "forfeit"):
            is_played = line["kind"] == "played"
            colour = "w" if not is_played or next(began) else "b"
            codes = {WIN: "1", DRAW: "=", 0: "0"} if is_played else {WIN: "+", 0: "-"}
            return f"  {self.place[line['opponent']]:4} {colour if is_played else '-'} {codes[line['points']]}"
        return f"  0000 - {'U' if line['points'] == WIN else 'H' if line['points'] else 'Z'}"

    def floats(self, pairs):
        """How many, and by how many points in all."""
        apart = [abs(self.points[a] - self.points[b]) for a, b in pairs]
        return sum(1 for by in apart if by), sum(apart) / 2


def paired_by(program, state, folder):
    """By numbers of players; None: it finds no pairing."""
    files = [os.path.join(folder, name) for name in ("round.trf", "pairs")]
    with open(files[0], "w", encoding="utf-8") as trf:
        trf.write(state.trf())
    done = subprocess.run([program, "--dutch", files[0], "-p", files[1]], capture_output=True, text=True, check=False)
    if done.returncode == 1:
        return None
    if done.returncode:
        sys.exit(f"{program}: {done.stderr or done.stdout}\n{state.trf()}")
    with open(files[1], encoding="utf-8") as pairs:
        lines = [[int(word) for word in line.split()] for line in pairs]
    return [(state.by_strength[a - 1], state.by_strength[b - 1]) for a, b in lines[1:] if b]


def rounds_of(report):
    """Each round of a Swiss tournament with one game a table, and its pairs."""
    rules = report["events"][0]["body"]
    if rules["format"] != "swiss" or rules["legs"] != 1:
        return
    tournament = Tournament()
    for event in report["events"]:
        if event["kind"] == "roundPaired":
            body = event["body"]
            yield Round(tournament, body["rests"]), [(t["first"], t["second"]) for t in body["tables"]]
        tournament.follow(event)


def main():
    reports, program = sys.argv[1:3]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000_000
    rounds = tables = refused = 0
    ours, theirs = [0, 0], [0, 0]
    with tempfile.TemporaryDirectory() as folder, open(reports, encoding="utf-8") as lines:
        for state, pairs in (each for line in lines for each in rounds_of(json.loads(line))):
            if rounds + refused >= most:
                break
            others = paired_by(program, state, folder)
            if others is None:
                refused += 1
                continue
            rounds, tables = rounds + 1, tables + len(pairs)
            for sums, found in ((ours, pairs), (theirs, others)):
                sums[:] = [was + now for was, now in zip(sums, state.floats(found))]
    print(f"{rounds} rounds, {tables} tables; between different points {ours[0]} of ours, {theirs[0]} of theirs, "
          f"in all {ours[1]} and {theirs[1]} points apart; {refused} rounds they do not pair")
    return rounds == 0 or ours[0] > MOST * theirs[0]


if __name__ == "__main__":
    sys.exit(main())
