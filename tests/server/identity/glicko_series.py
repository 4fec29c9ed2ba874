#!/usr/bin/env python3
"""Glicko-2 once more, to compare server/identity/glicko.cpp with: glicko_series.py > glicko_series.txt

Written from Glickman's paper alone, and otherwise than the server: everything in natural units of 400/ln 10, expectations by
tanh, and the volatility by plain bisection of the derivative that the paper's f is, to the last bit, instead of the
Illinois method to 1e-6. With --check it compares what it computes with the file, and fails if they differ.

A line of the table is a game: days since the last one, its result for the first side, and rating, deviation and volatility of both
players after it.
"""
import math
import random
import sys
from pathlib import Path

UNIT = 400 / math.log(10)
TAU, PERIODS_A_DAY = 0.75, 0.21436


class Player:
    def __init__(self, rating=1500.0, deviation=500.0, volatility=0.09):
        self.mu, self.phi, self.sigma = (rating - 1500) / UNIT, deviation / UNIT, volatility

    def rest(self, days):
        self.phi = min(math.hypot(self.phi, self.sigma * math.sqrt(PERIODS_A_DAY * days)), 500 / UNIT)

    def shown(self):
        return 1500 + UNIT * self.mu, UNIT * self.phi, self.sigma


def bisect(f, low, high):
    """The zero of a falling f between two points."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return (low + high) / 2


def after(me, other, points):
    """(mu, phi, sigma) of `me` after one game, bounded as the server bounds them."""
    g = math.pi / math.sqrt(math.pi**2 + 3 * other.phi**2)
    expected = (1 + math.tanh(g * (me.mu - other.mu) / 2)) / 2
    v = 1 / (g * g * expected * (1 - expected))
    delta = v * g * (points - expected)
    spread = me.phi**2 + v

    def slope(x):  # Of the log posterior of x = ln sigma^2: falling through zero at its maximum.
        s = math.exp(x)
        return s * (delta**2 - spread - s) / 2 / (spread + s) ** 2 - (x - 2 * math.log(me.sigma)) / TAU**2

    sigma = math.exp(bisect(slope, -40.0, 20.0) / 2)
    phi = (me.phi**-2 + 1 / v) ** -0.5
    gain = min(max(phi * phi * delta / v, -700 / UNIT), 700 / UNIT)
    mu = min(max(me.mu + gain, (400 - 1500) / UNIT), (4000 - 1500) / UNIT)
    return mu, min(max(phi, 45 / UNIT), 500 / UNIT), min(sigma, 0.1)


def play(first, second, days, result):
    for player in (first, second):
        player.rest(days)
    points = {"first": 1.0, "second": 0.0, "draw": 0.5}[result]
    new_first, new_second = after(first, second, points), after(second, first, 1 - points)
    first.mu, first.phi, first.sigma = new_first
    second.mu, second.phi, second.sigma = new_second


def series(seed, games, weights, longest_rest):
    """Two newcomers who play each other again and again."""
    chance = random.Random(seed)
    first, second = Player(), Player()
    yield f"series {seed}"
    for game in range(games):
        days = chance.choice([0, 0, 0, chance.randrange(longest_rest)]) if game else 0
        result = chance.choices(["first", "second", "draw"], weights)[0]
        play(first, second, days, result)
        yield f"{days} {result} " + " ".join(f"{value:.9f}" for value in first.shown() + second.shown())


def table():
    lines = [*series(1, 60, [1, 1, 1], 10)]            # equals
    lines += series(2, 60, [9, 1, 1], 400)             # a strong and a weak one, with years in between
    lines += series(3, 200, [1, 0, 0], 2)              # who always wins: into the bounds
    lines += series(4, 60, [0, 0, 1], 2000)            # all draws, with very long rests
    lines += series(5, 40, [2, 3, 0], 30)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        stored = Path(__file__).with_suffix(".txt").read_text()
        sys.exit(None if stored == table() else "glicko_series.txt is not what this program writes")
    sys.stdout.write(table())
