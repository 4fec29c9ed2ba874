#!/usr/bin/env python3
"""Copies one finished game of a database so often: fill.py DATABASE GAME COPIES"""
import sqlite3
import sys

base = sqlite3.connect(sys.argv[1])
game, copies = sys.argv[2], int(sys.argv[3])


def copy(table, key, made):
    columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
    taken = ", ".join(made.get(name, name) for name in columns)
    base.execute(f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {copies}) "
                 f"INSERT INTO {table} ({', '.join(columns)}) SELECT {taken} FROM {table}, n WHERE {key} = ?", (game,))


with base:
    copy("games", "id", {"id": "printf('%08d', i)", "created": "created - i"})
    copy("events", "game", {"game": "printf('%08d', i)"})
base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
