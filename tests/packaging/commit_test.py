#!/usr/bin/env python3
"""cmake/commit.cmake names the commit in a checkout, in an archive and outside of Git, and leaves alone what is up to date."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]


class CommitTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source, self.out = Path(folder.name, "source"), Path(folder.name, "commit.cpp")
        (self.source / "cmake").mkdir(parents=True)
        for name in ("cmake/commit.cmake", "cmake/commit.txt", ".gitattributes"):
            (self.source / name).write_bytes((SOURCE / name).read_bytes())

    def git(self, *arguments):
        command = ["git", "-C", self.source, "-c", "user.name=tests", "-c", "user.email=tests@localhost", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a commit")
        return self.git("rev-parse", "HEAD")[:12]

    def named(self, source=None, *definitions):
        """What a program that is built now would say."""
        source = source or self.source
        script = source / "cmake/commit.cmake"
        subprocess.run(["cmake", f"-DSOURCE={source}", f"-DOUT={self.out}", *definitions, "-P", script], check=True)
        return re.search('return "(.*)"', self.out.read_text())[1]

    def test_a_checkout_has_its_head(self):
        self.git("init", "-q")
        self.assertEqual(self.named(), "unknown")  # No commit yet.
        first = self.commit()
        self.assertEqual(self.named(), first)
        self.git("tag", "v1.0")
        self.assertEqual(self.named(), first)
        (self.source / "cmake/commit.txt").write_text("edited")
        self.assertEqual(self.named(), first + "-dirty")
        second = self.commit()
        self.assertEqual(self.named(), second)

    def test_what_is_up_to_date_is_not_written_again(self):
        self.git("init", "-q")
        self.commit()
        self.named()
        os.utime(self.out, (1, 1))
        self.named()
        self.assertEqual(self.out.stat().st_mtime, 1)
        self.commit()
        self.named()
        self.assertNotEqual(self.out.stat().st_mtime, 1)

    def test_an_archive_of_git_has_the_commit_that_it_was_made_of(self):
        self.git("init", "-q")
        commit = self.commit()
        unpacked = self.source / "unpacked"
        unpacked.mkdir()
        self.git("archive", "-o", "archive.tar", "HEAD")
        subprocess.run(["tar", "-xf", self.source / "archive.tar", "-C", unpacked], check=True)
        self.assertEqual(self.named(unpacked), commit)  # And not that of the checkout around it.

    def test_elsewhere_it_is_unknown_or_given(self):
        self.assertEqual(self.named(), "unknown")
        self.assertEqual(self.named(None, "-DCOMMIT=0123456789ab"), "0123456789ab")
        self.assertEqual(self.named(None, '-DCOMMIT="; rm -r'), "unknown")


if __name__ == "__main__":
    unittest.main()
