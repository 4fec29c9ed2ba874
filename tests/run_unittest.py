#!/usr/bin/env python3
"""Runs a program of Python's unittest, and leaves its results where GoogleTest would, for scripts/maintain/count_tests:

tests/run_unittest.py NAME FILE [argument ...]   with GTEST_OUTPUT=xml:FOLDER/ into FOLDER/NAME.xml; else only runs it
"""
import os
import runpy
import sys
import unittest
import xml.etree.ElementTree as tree
from pathlib import Path

results = tree.Element("testsuite")


class Result(unittest.TextTestResult):
    def note(self, test, outcome=None, message=""):
        case = tree.SubElement(results, "testcase", name=test.id().removeprefix("__main__."))
        if outcome:
            tree.SubElement(case, outcome, message=message)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.note(test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note(test, "skipped", reason)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.note(test, "failure", f"{err[0].__name__}: {err[1]}")

    def addError(self, test, err):
        super().addError(test, err)
        self.note(test, "failure", f"{err[0].__name__}: {err[1]}")


def main():
    name, *sys.argv = sys.argv[1:]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    unittest.TextTestRunner.resultclass = Result
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    finally:
        folder = os.environ.get("GTEST_OUTPUT", "").removeprefix("xml:")
        if folder.endswith("/"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            tree.ElementTree(results).write(f"{folder}{name}.xml")


main()
