#!/usr/bin/env python3
"""What accuracy our engine's levels, and somebody who moves at random, have in analysed games, for docs/analysis.md.

    scripts/maintain/accuracy_curve.py play ENGINE GAME FILE [--games N] [--seed N]
    scripts/maintain/accuracy_curve.py show FILE...

`play` appends games to FILE, a line each, with the engine's opinion of every position; `show` judges them as
server/bots/judgement.cpp does. Players meet level 4 and themselves in turn. Each game begins with two random moves,
which are not judged.
"""
import argparse
import json
import math
import random
import statistics

from win_chances import Engine

LONGEST = 160  # Plies.
OPENING = 2
PLAYERS = [0, 1, 2, 3, 4, 5, 6, 7, 8]  # 0 moves at random.
USUAL = 4
# Nodes of an analysis, a tenth of the server's; and the most that a level may use.
NODES = {"xiangqi": 30_000, "gomoku": 20_000, "antireversi": 100_000}

# As in server/bots/judgement.cpp.
SCALES = {"xiangqi": 280, "gomoku": 180, "antireversi": 190}
DECAY, REST, WORST = 4.354, 3.1669, 10
NARROWEST, WIDEST = 2, 8
LEAST_WEIGHT, MOST_WEIGHT = 0.005, 0.12


def chance(game, score, turn):
    """The first side's, of a position where `turn` is to move."""
    kind, value = score["kind"], score["value"]
    own = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(kind)
    if kind == "exact":
        own = (value > 0) - (value < 0)
        own = 0.5 + own / 2
    if kind == "eval":
        own = 1 / (1 + math.exp(-max(min(value / SCALES[game], 30), -30)))
    return own if turn == "first" else 1 - own


def play(rules, bot, game, pair, rng):
    moves, rows = [], []
    while True:
        here = rules.ask(game=game, moves=moves)
        outcome, turn = here["outcome"], here["turn"]
        if outcome or len(moves) >= LONGEST:
            if outcome:
                rows.append({"turn": turn, "win": {"first": 1.0, "second": 0.0}.get(outcome["winner"], 0.5)})
            return {"players": pair, "rows": rows, "winner": outcome and outcome["winner"]}
        thought = bot.ask(game=game, moves=moves, limits={"nodes": NODES[game]})
        player = pair[0 if turn == "first" else 1]
        if len(moves) < OPENING or player == 0:
            move = rng.choice(here["legal"])
        else:
            move = bot.ask(game=game, moves=moves, level=player, seed=rng.randrange(1 << 30), limits={"nodes": NODES[game]})["best"]
        rows.append({"turn": turn, "win": round(chance(game, thought["score"], turn), 4), "best": thought["best"] == move})
        moves.append(move)


def play_all(options):
    rng = random.Random(options.seed)
    rules, bot = Engine(options.engine, "rules"), Engine(options.engine, "analyse")
    with open(options.file, "a") as out:
        for n in range(options.games):
            for player in PLAYERS:
                other = player if n % 2 else USUAL
                pair = [player, other] if n % 4 < 2 else [other, player]
                print(json.dumps(play(rules, bot, options.game, pair, rng)), file=out, flush=True)


def accuracy(rows, side):
    """Of the moves of a side, per cent; None without any."""
    wins = [row["win"] for row in rows]
    width = min(max(len(wins) // 10, NARROWEST), WIDEST)
    moves = []
    for i in range(OPENING, len(rows) - 1):
        if rows[i]["turn"] != side:
            continue
        lost = (wins[i] - wins[i + 1]) * (1 if side == "first" else -1)
        lost = 0 if rows[i]["best"] else max(lost, 0)
        end = max(i + 2, width)
        weight = min(max(statistics.pstdev(wins[end - width:end]), LEAST_WEIGHT), MOST_WEIGHT)
        moves.append((min(max((100 + REST) * math.exp(-DECAY * lost) - REST, 0), 100), weight))
    if not moves:
        return None
    weighted = sum(value * weight for value, weight in moves) / sum(weight for _, weight in moves)
    return (weighted + len(moves) / sum(1 / max(value, WORST) for value, _ in moves)) / 2


def show(options):
    found = {}
    for file in options.files:
        for game in map(json.loads, open(file)):
            for player, side in zip(game["players"], ("first", "second")):
                value = accuracy(game["rows"], side)
                if value is not None:
                    found.setdefault(player, []).append(value)
    for player, values in sorted(found.items()):
        error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
        print(f"{f'level {player}' if player else 'random'}: {statistics.mean(values):.0f} ± {error:.0f} ({len(values)} games)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.add_argument("engine")
    playing.add_argument("game", choices=NODES)
    playing.add_argument("file")
    playing.add_argument("--games", type=int, default=8)
    playing.add_argument("--seed", type=int, default=1)
    playing.set_defaults(act=play_all)
    showing = commands.add_parser("show")
    showing.add_argument("files", nargs="+")
    showing.set_defaults(act=show)
    options = parser.parse_args()
    options.act(options)


if __name__ == "__main__":
    main()
