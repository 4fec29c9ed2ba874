#!/usr/bin/env python3
"""`cmake --install` writes below its prefix alone, and what it writes fits together. install_test.py BUILD: a built one."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD = None  # From the command line.
PREFIX = "/opt/sanqi"


class InstallTest(unittest.TestCase):
    def test_nothing_is_written_outside_of_the_prefix(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder, "root")
            subprocess.run(["cmake", "--install", BUILD, "--prefix", PREFIX], check=True, capture_output=True,
                           env={"DESTDIR": str(root), "PATH": "/usr/bin:/bin"})
            written = {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()}
            outside = {path for path in written if not path.startswith(PREFIX.lstrip("/") + "/")}
            self.assertEqual(outside, set())
            for name in ("bin/sanqi-server", "bin/sanqi-engine", "etc/sanqi/server.toml",
                         "lib/systemd/system/sanqi-server.service", "lib/sysusers.d/sanqi.conf",
                         "share/doc/sanqi/operations.md", "share/doc/sanqi/engine-protocols.md"):
                self.assertIn(f"{PREFIX.lstrip('/')}/{name}", written)

    def test_units_look_where_the_prefix_that_was_configured_has_it(self):
        cache = (BUILD / "CMakeCache.txt").read_text()
        prefix = re.search(r"CMAKE_INSTALL_PREFIX:PATH=(.*)", cache)[1]
        unit = (BUILD / "packaging/systemd/sanqi-server.service").read_text()
        self.assertIn(f"ExecStart={prefix}/bin/sanqi-server --config {prefix}/etc/sanqi/server.toml\n", unit)


if __name__ == "__main__":
    BUILD = Path(sys.argv[1]).resolve()
    unittest.main(argv=sys.argv[:1])
