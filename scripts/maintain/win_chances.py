#!/usr/bin/env python3
"""How evaluations of our engine become chances to win: plays it against itself and fits the scale of
server/bots/judgement.cpp.

    scripts/maintain/win_chances.py ENGINE GAME [--games N] [--nodes N] [--seed N]

Every game starts with a few random moves, so that no two are alike and many begin lopsided. Each position where the
engine gives an estimate (not a proof) counts with the result of its game; the scale is the one under which the results
are most likely, where chance = 1 / (1 + exp(-hundredths / scale)) and a draw is half a win.
"""
import argparse
import json
import math
import random
import subprocess

LONGEST = 300  # Plies; what is not over by then is a draw.
RANDOM_PLIES = range(2, 9)


class Engine:
    """One of the JSON Lines commands of sanqi-engine."""

    def __init__(self, program, command):
        self.process = subprocess.Popen([program, command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer


def play(rules, bot, game, nodes, rng):
    """The estimates of one game, for the first side, and what it scored."""
    moves, estimates, opening = [], [], rng.choice(RANDOM_PLIES)
    while True:
        here = rules.ask(game=game, moves=moves)
        if here["outcome"] or len(moves) >= LONGEST:
            winner = here["outcome"] and here["outcome"]["winner"]
            return estimates, {"first": 1.0, "second": 0.0}.get(winner, 0.5)
        if len(moves) < opening:
            moves.append(rng.choice(here["legal"]))
            continue
        thought = bot.ask(game=game, moves=moves, limits={"nodes": nodes})
        if thought["score"]["kind"] == "eval":
            estimates.append(thought["score"]["value"] * (1 if here["turn"] == "first" else -1))
        moves.append(thought["best"])


def loss(samples, scale):
    """Mean surprise of the results, in nats."""
    def surprise(value, score):
        chance = min(max(1 / (1 + math.exp(-max(min(value / scale, 30), -30))), 1e-6), 1 - 1e-6)
        return -score * math.log(chance) - (1 - score) * math.log(1 - chance)
    return sum(surprise(value, score) for value, score in samples) / len(samples)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    rules, bot = Engine(options.engine, "rules"), Engine(options.engine, "analyse")
    samples, scores = [], []
    for _ in range(options.games):
        estimates, score = play(rules, bot, options.game, options.nodes, rng)
        samples += [(value, score) for value in estimates]
        scores.append(score)
    scale = min(range(20, 3001, 10), key=lambda s: loss(samples, s))
    print(f"{options.game}: scale {scale}, surprise {loss(samples, scale):.3f} (a coin's {math.log(2):.3f}); {len(samples)} positions of "
          f"{len(scores)} games of {options.nodes} nodes a move; first side {sum(scores) / len(scores):.0%}, "
          f"draws {scores.count(0.5) / len(scores):.0%}")


if __name__ == "__main__":
    main()
