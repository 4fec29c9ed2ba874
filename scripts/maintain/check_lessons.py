#!/usr/bin/env python3
"""Checks that every test that docs/lessons.md names exists: `file: name` is a part of a line of tests/**/file.*"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "tests", ROOT / "web_client" / "tests"]


def sources(stem):
    found = (path for folder in FOLDERS for path in folder.rglob(stem + ".*"))
    return [path.read_text(encoding="utf-8") for path in found]


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    named = re.findall(r"`([\w.]+): ([^`]+)`", (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8"))
    missing = [f"docs/lessons.md: no test '{name}' in {stem}" for stem, name in named
               if not any(name in text for text in sources(stem))]
    print("\n".join(missing) or f"lessons: {len(named)} tests, all there")
    return 1 if missing or len(named) < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
