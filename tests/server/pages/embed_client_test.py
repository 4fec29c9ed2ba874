#!/usr/bin/env python3
"""embed_client.cmake while the client is built anew, again and again: embed_client_test.py CMAKE SCRIPT"""
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import unittest

CMAKE, SCRIPT = sys.argv[1:3]
ROUNDS = 12
FILES = 30


class EmbedClientTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="sanqi-embed-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.dist = self.root / "dist"
        self.out = self.root / "out"
        self.pause = 0.15  # Seconds between two builds.

    def build(self, number):
        """What a build of the client leaves: files whose names have its number, put in place by two renames."""
        new = self.root / "dist.new"
        (new / "assets").mkdir(parents=True)
        (new / "index.html").write_text(f"page {number}")
        for file in range(FILES):
            (new / "assets" / f"{file}-{number}.js").write_text(f"{number}: " + "let a = 1;" * file)
        old = self.root / "dist.old"
        if self.dist.exists():
            self.dist.rename(old)
        new.rename(self.dist)
        if old.exists():
            subprocess.run(["rm", "-r", old], check=True)

    def embed(self):
        command = [CMAKE, f"-DDIST={self.dist}", f"-DOUT_DIR={self.out}", "-P", SCRIPT]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return (self.out / "embedded_client.cpp").read_text()

    def embedded(self, source):
        """What the compiler will read, by the name that it is served under."""
        names = re.findall(r'\{"(/[^"]+)", .*?\{(asset_\d+), \d+\}', source)
        files = dict(re.findall(r'(asset_\d+): \.incbin \\"([^"]+?)\\"', source))
        return {name: pathlib.Path(files[symbol]).read_text() for name, symbol in names}

    def test_embeds_one_build_whole(self):
        self.build(0)
        stop = threading.Event()
        built = threading.Semaphore(0)

        def build_always():
            number = 0
            while not stop.wait(self.pause):
                number += 1
                self.build(number)
                self.pause *= 1.3  # However slow the machine, a look is quicker in the end.
                built.release()

        builder = threading.Thread(target=build_always)
        builder.start()
        try:
            for _ in range(ROUNDS):
                source = self.embed()
                self.pause = 0.15
                while built.acquire(blocking=False):
                    pass
                built.acquire()  # The compiler comes later.
                files = self.embedded(source)
                self.assertEqual(len(files), FILES + 1)
                number = files["/index.html"].removeprefix("page ")
                for name, text in files.items():
                    if name != "/index.html":
                        self.assertRegex(name, f"-{number}\\.js$")
                        self.assertTrue(text.startswith(f"{number}: "), name)
        finally:
            stop.set()
            builder.join()

    def test_leaves_what_did_not_change(self):
        self.build(1)
        self.embed()
        source = self.out / "embedded_client.cpp"
        before = source.stat().st_mtime_ns
        self.embed()
        self.assertEqual(source.stat().st_mtime_ns, before)

    def test_keeps_no_copies_of_what_is_gone(self):
        self.build(1)
        self.embed()
        self.build(2)
        self.embed()
        self.assertEqual(len(list((self.out / "files").iterdir())), FILES + 1)

    def test_embeds_nothing_where_no_client_was_built(self):
        self.assertEqual(self.embedded(self.embed()), {})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
