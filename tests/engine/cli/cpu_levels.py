#!/usr/bin/env python3
"""The copies of a game for different CPUs think the same, and no code for newer CPUs can be met but through the table of games.

cpu_levels.py ENGINE [OBJECT ...]: the program, and the copies that faster_copy.cmake made.
"""
import os
import re
import subprocess
import sys

ENGINE, OBJECTS = sys.argv[1], sys.argv[2:]
NOT_TO_BE_HAD = 2


def run(*command, cpu=None):
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "SANQI_CPU": cpu or ""})


def thoughts(cpu):
    """What bench and perft say at this level, without what depends on speed; None where it cannot be had."""
    bench = run(ENGINE, "bench", "antireversi", cpu=cpu)
    if bench.returncode == NOT_TO_BE_HAD:
        return None
    perft = run(ENGINE, "perft", "antireversi", "7", "--divide", cpu=cpu)
    assert bench.returncode == 0 and perft.returncode == 0, bench.stderr + perft.stderr
    assert f"cpu {cpu}\n" in bench.stdout, bench.stdout
    return re.search(r"^Bench: \d+$", bench.stdout, re.M)[0], re.findall(r"^\w\w: \d+$|^Nodes searched: \d+$", perft.stdout, re.M)


baseline = thoughts("baseline")
assert len(baseline[1]) == 5, baseline
avx2 = thoughts("avx2")
assert avx2 in (None, baseline), f"baseline {baseline}, avx2 {avx2}"
assert OBJECTS or avx2 is None
print(baseline[0], "; ".join(baseline[1]), "the same with AVX2" if avx2 else "no AVX2 here")

unknown = run(ENGINE, "perft", "antireversi", "1", cpu="abacus")
assert unknown.returncode == NOT_TO_BE_HAD and "'abacus' is not to be had here" in unknown.stderr, unknown

for file in OBJECTS:
    exported = run("nm", "-g", "--defined-only", file).stdout.split("\n")[:-1]
    assert len(exported) == 1 and "kGame" in exported[0], f"{file} may lend its code to others: {exported[:10]}"
    sections = run("objdump", "-h", file).stdout
    assert ".text" in sections and not re.search(r"\.(init_array|ctors|group)", sections), f"{file} runs before it is chosen"
    assert "%ymm" in run("objdump", "-d", file).stdout, f"{file} does not use AVX2"
