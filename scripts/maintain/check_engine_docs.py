#!/usr/bin/env python3
"""Compares lists and figures of the engine's pages with the code: commands, options, protocols, hooks, functions,
levels.

Prints each difference and exits with 1 when there is any. `--self-test` spoils each page in turn and wants to see it
noticed.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE, MANUAL, ANALYSIS = "docs/engine.md", "docs/engine-protocols.md", "docs/analysis.md"
LEVELS = "docs/lab/levels.md"
GAMES = {"Xiangqi": "xiangqi", "Gomoku": "gomoku", "anti-Reversi": "antireversi"}


def read(path):
    return (ROOT / path).read_text(encoding="utf-8")


def read_all(pattern):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern)))


def section(text, title):
    """What stands under a heading, up to the next one of any depth."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    return found.group(1) if found else ""


def rows(text):
    """The cells of the rows of all tables, without headers and rulers."""
    table = [line.strip().strip("|").split("|") for line in text.split("\n") if " | " in line]
    return [[cell.strip() for cell in row] for row in table]


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def first_words(cells):
    return {name.split()[0] for cell in cells for name in names(cell)}


def commands(pattern):
    return set(re.findall(r'add_subcommand\(\s*"([\w-]+)"', read_all(pattern)))


def words_compared(source):
    """The words that a protocol's code compares what it reads with."""
    return set(re.findall(r'\b(?:command|what|key|name|word) == "([\w ]+)"', source))


# Each comparison gives pairs (what, said by the page, found in the code).

def lab_commands(page):
    yield "commands of sanqi-lab", first_words(row[0] for row in rows(section(page(ENGINE), "The laboratory"))), commands("engine/lab/commands/*.cpp")


def engine_commands(page):
    told = section(page(MANUAL), "Commands")
    said = first_words(row[0] for row in rows(told)) | set(names(told.split(" read ")[0]))
    yield "commands of sanqi-engine", said, commands("engine/cli/main.cpp")


def options(page):
    source = read("engine/cli/uci_options.cpp")
    found = set(re.findall(r"option name ([A-Za-z_ ]+) type", source))
    found |= {game.capitalize() + "Rule" for game in GAMES.values() if len(rules_of(game)) > 1}
    yield "options of UCI", {names(row[0])[0] for row in rows(section(page(MANUAL), "UCI")) if names(row[0])}, found


def rules_of(game):
    listed = re.search(r"kRuleNames(?: = |)\{([^}]*)\}", read_all(f"engine/games/{game}/*.[ch]*"))
    return re.findall(r'"(\w*)"', listed.group(1)) if listed else []


def protocols(page):
    source = read("engine/cli/protocols.cpp")
    of = {"UCI": "uci", "UCCI": "ucci", "Gomocup": "gomocup", "NBoard 2": "nboard"}
    for row in rows(page(MANUAL).split("## UCI")[0]):
        title = re.match(r"\[([^\]]+)\]", row[0])
        if title and title.group(1) in of:
            found = set(re.findall(rf'Greeting{{"(\w+)", speak_{of[title.group(1)]}}}', source))
            yield f"first words of {title.group(1)}", set(names(row[2])), found


def protocol_words(page):
    """The other way round only: what the code knows the manual has to name."""
    for title, source in (("Gomocup", "gomocup"), ("NBoard 2", "nboard"), ("UCCI", None), ("GTP 2", None)):
        said = set(re.findall(r"\w+", section(page(MANUAL), title)))
        if source:
            found = words_compared(read(f"engine/cli/{source}.cpp"))
        elif title == "UCCI":
            code = read("engine/cli/uci.cpp").split("Uci::apply_ucci_option")[1].split("\n}\n")[0]
            found = words_compared(code) | words_compared(read("engine/cli/uci_words.cpp").split("void read_ucci")[1].split("\n}\n")[0])
        else:
            found = set(re.findall(r'{"(\w+)", &Gtp::', read("engine/cli/gtp.cpp")))
        yield f"words of {title}", said & found, found


def hooks(page):
    for row in rows(section(page(ENGINE), "Hooks")):
        for hook in first_words([row[0]]):
            said = {game for game, cell in zip(GAMES.values(), row[1:]) if cell and not cell.startswith("never")}
            found = {game for game in GAMES.values() if re.search(rf"\b{hook}\b", read(f"engine/games/{game}/policy.h"))}
            yield f"games with {hook}", said, found


def functions(page):
    said = {name for row in rows(section(page(ENGINE), "The search")) if len(row) > 1 for name in names(row[1])}
    source = read_all("engine/search/*.h")
    yield "steps of the search", said, {name for name in said if re.search(rf"\b{name}\b", source)} or {"none"}


def ratings(page):
    for row in rows(page(LEVELS)):
        if row[0] in GAMES and row[1] == "1000":
            table = re.findall(r"rating = ([\d']+)", read(f"engine/games/{GAMES[row[0]]}/levels.cpp"))
            yield f"ratings of {row[0]}", row[1:], [rating.replace("'", "") for rating in table]


def figures(page):
    scales = dict(re.findall(r'Scale{"(\w+)", (\d+)}', read("server/bots/judgement.cpp")))
    efforts = dict(re.findall(r"Effort{\"(\w+)\", ([\d']+)}", read("server/bots/game_analysis.cpp")))
    yield "scales of chances", dict(row[:2] for row in rows(section(page(ANALYSIS), "Chances")) if row[0] in scales), scales
    said = {row[0]: row[1].replace(",", "'") for row in rows(section(page(ANALYSIS), "Cost and priority")) if row[0] in efforts}
    yield "nodes of an analysis", said, efforts
    interval = re.findall(r"kInterval = (\d+)", read("engine/search/budget.h"))
    for path in (ENGINE, ANALYSIS):
        yield f"nodes between two looks at the clock in {path}", re.findall(r"every\s+(\d+)\s+nodes", page(path)), interval


CHECKS = [lab_commands, engine_commands, options, protocols, protocol_words, hooks, functions, ratings, figures]


def differences(page=read):
    for check in CHECKS:
        compared = 0
        for what, said, found in check(page):
            compared += 1
            if said != found or not found:
                yield f"{what}: the page says {said}, the code {found}"
        if not compared:
            yield f"{check.__name__}: found nothing to compare"


# What is spoilt in a page, and how; each has to be noticed.
SPOILT = [
    (ENGINE, "`tune GAME`", "`tunes GAME`"), (ENGINE, "`train-gomoku FILES`", "`train FILES`"), (ENGINE, "`razoring`", "`razor`"),
    (ENGINE, "`book` | yes |", "`book` | |"), (ENGINE, "every 512 nodes", "every 1024 nodes"), (ENGINE, "## Hooks", "## Hook"),
    (MANUAL, "`perft GAME", "`count GAME"), (MANUAL, "`Hash` |", "`Table` |"), (MANUAL, "`GomokuRule`", "`Rule`"),
    (MANUAL, "`RECTSTART`, `ABOUT`", "`ABOUT`"), (MANUAL, "`max_node`", "`nodes`"), (MANUAL, "`showboard`", "`show`"),
    (MANUAL, "`usemillisec`", "`usems`"), (MANUAL, "`hint N`", "`tip N`"),
    (LEVELS, "| 1258 |", "| 1259 |"), (LEVELS, "1258 |", "1259 |"),
    (ANALYSIS, "| 280", "| 290"), (ANALYSIS, "300,000", "310,000"), (ANALYSIS, "every 512 nodes", "every 1,024 nodes"),
]


def self_test():
    def spoilt(path, before, after):
        return lambda page: read(page).replace(before, after) if page == path else read(page)

    return list(differences()) + [f"{path}: {before} -> {after} goes unnoticed" for path, before, after in SPOILT
                                  if before not in read(path) or not list(differences(spoilt(path, before, after)))]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--self-test", action="store_true")
    found = self_test() if arguments.parse_args().self_test else list(differences())
    for line in found:
        print(f"check_engine_docs: {line}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
