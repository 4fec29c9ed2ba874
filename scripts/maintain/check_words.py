#!/usr/bin/env python3
"""Checks that words that went do not come back to C++ and TypeScript: scripts/maintain/retired_words says which, and
what to write.

Prints each as file:line and exits with 1 when there is any. `--self-test` shows that it sees names and comments.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = "scripts/maintain/retired_words"
PIECE = re.compile(r'(?P<comment>//[^\n]*)|(?P<text>R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*")', re.S)
SCRIPT = re.compile(r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)""", re.S)


def only(kind, text, piece):
    """The comments or the code of a file, everything else as blanks, so that lines keep their numbers."""
    def blank(part):
        return re.sub(r"[^\n]", " ", part)

    parts, end = [], 0
    for match in piece.finditer(text):
        between = text[end:match.start()]
        parts += [between if kind == "code" else blank(between),
                  match.group() if match.lastgroup == kind else blank(match.group())]
        end = match.end()
    return "".join(parts) + (text[end:] if kind == "code" else blank(text[end:]))


def read_rules(lines):
    """(kind, pattern, what to write instead, folders)"""
    for line in lines:
        if line and not line.startswith("#"):
            words, instead, folders = re.split(r"  +", line)
            kind = "comment" if words.startswith("// ") else "code"
            pattern = re.compile(rf"\b(?:{words.removeprefix('// ')})\b", re.I if kind == "comment" else 0)
            yield kind, pattern, instead, tuple(folders.split())


def breaks(path, text, rules):
    rules = [rule for rule in rules if path.startswith(rule[-1])]
    piece = SCRIPT if path.endswith((".ts", ".tsx")) else PIECE
    texts = {kind: only(kind, text, piece) for kind in {rule[0] for rule in rules}}
    for kind, pattern, instead, _ in rules:
        for match in pattern.finditer(texts[kind]):
            yield f"{path}:{text.count(chr(10), 0, match.start()) + 1}: '{match.group()}': write {instead}"


def self_test():
    rules = list(read_rules(["# A heading.", "Found|kMost\\w*  SearchResult, kMax...  engine", "// nobody|he  it  engine"]))
    seen = ['Found found;', 'int a = 1; int kMostDepth;', 'int b;  // He may go.']
    unseen = ['Foundation a;', '// Found.', 'say("kMost");', 'int nobody;', '// The heir.']
    wrong = [text for text in seen if not list(breaks("engine/a.h", text, rules))]
    wrong += [text for text in ["/** He\n may. */", "Found;"] if not list(breaks("engine/a.ts", text, rules))]
    wrong += [text for text in ["'Found'", "`\nFound`"] if list(breaks("engine/a.tsx", text, rules))]
    wrong += [text for text in unseen if list(breaks("engine/a.h", text, rules)) or list(breaks("server/a.h", seen[0], rules))]
    return [f"self-test: {text}" for text in wrong]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--self-test", action="store_true")
    is_self_test = arguments.parse_args().self_test
    rules = list(read_rules((ROOT / LIST).read_text(encoding="utf-8").splitlines()))
    listed = subprocess.run([ROOT / "scripts/maintain/list_files", "*.h", "*.cpp", "*.ts", "*.tsx"], capture_output=True, text=True, check=True)
    files = listed.stdout.split()
    found = self_test() if is_self_test else [
        line for path in files for line in breaks(path, (ROOT / path).read_text(encoding="utf-8"), rules)]
    for line in found:
        print(f"check_words: {line}", file=sys.stderr)
    if not found:
        print(f"words: {len(files)} files, {len(rules)} rules, none is back")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
