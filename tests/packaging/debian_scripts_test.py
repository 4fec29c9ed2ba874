#!/usr/bin/env python3
"""The maintainer scripts of the Debian package leave services as they were. systemctl is one of our own, which keeps its state in files."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "packaging/debian"
SERVER, WORKER, TIMER = "sanqi-server.service", "sanqi-worker.service", "sanqi-backup.timer"

SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$STATE/calls"
verb=$1
shift
for unit in "$@"; do
  case $unit in -*) continue ;; esac
  case $verb in
    enable) touch "$STATE/enabled-$unit" ;;
    disable) rm -f "$STATE/enabled-$unit" ;;
    start) touch "$STATE/active-$unit" ;;
    stop) rm -f "$STATE/active-$unit" ;;
    is-active) test -e "$STATE/active-$unit" || exit 3 ;;
  esac
done
"""


class DebianScriptsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, self.state = Path(folder.name, "root"), Path(folder.name, "state")
        commands = Path(folder.name, "bin")
        for path in (commands, self.state, self.root / "run/systemd/system", self.root / "var/lib", self.root / "etc/sanqi"):
            path.mkdir(parents=True)
        for name, text in (("systemctl", SYSTEMCTL), ("adduser", "#!/bin/sh\n")):
            (commands / name).write_text(text)
            (commands / name).chmod(0o755)
        self.environment = {"PATH": f"{commands}:{os.environ['PATH']}", "STATE": str(self.state), "DPKG_ROOT": str(self.root)}

    def run_script(self, name, *arguments):
        subprocess.run(["sh", SCRIPTS / name, *arguments], env=self.environment, check=True, capture_output=True)

    def install(self, old=""):
        self.run_script("postinst", "configure", old)

    def remove(self):
        self.run_script("prerm", "remove")
        self.run_script("postrm", "remove")

    def systemctl(self, *arguments):
        subprocess.run(["systemctl", *arguments], env=self.environment, check=True)

    def services(self):
        """What is enabled and what is active."""
        return sorted(path.name for path in self.state.iterdir() if path.name != "calls")

    def test_certificates_of_push_services_come_with_it_as_with_the_image(self):
        packaging = SCRIPTS.parent
        self.assertIn("ca-certificates", (packaging / "Dockerfile").read_text().rpartition("FROM")[2])
        self.assertRegex((packaging / "CMakeLists.txt").read_text(), r"DEBIAN_PACKAGE_RECOMMENDS [^)]*ca-certificates")

    def test_a_fresh_server_is_enabled_and_waits_for_its_configuration(self):
        self.install()
        self.assertEqual(self.services(), [f"enabled-{SERVER}"])

    def test_an_upgrade_restarts_what_runs_and_nothing_else(self):
        self.install()
        self.systemctl("start", SERVER)
        before = self.services()
        self.run_script("prerm", "upgrade", "0.1.0-2")
        self.install("0.1.0-1")
        self.assertEqual(self.services(), before)
        self.assertIn(f"try-restart {SERVER} {WORKER} {TIMER}", (self.state / "calls").read_text())

    def test_removed_and_installed_again_it_is_as_it_was(self):
        self.install()
        for change in (["start", SERVER], ["start", WORKER], ["enable", WORKER], ["enable", TIMER], ["start", TIMER],
                       ["stop", SERVER], ["disable", SERVER]):
            self.systemctl(*change)
            before = self.services()
            self.remove()
            self.assertFalse(any(name.startswith("active-") for name in self.services()), "something runs without its program")
            self.install("0.1.0-1")
            self.assertEqual(self.services(), before, change)
        self.assertEqual(list((self.root / "var/lib").iterdir()), [])

    def test_a_purge_leaves_nothing_but_games(self):
        wanted = self.root / "etc/systemd/system/multi-user.target.wants"
        wanted.mkdir(parents=True)
        (wanted / SERVER).symlink_to(f"/lib/systemd/system/{SERVER}")
        games = self.root / "var/lib/sanqi"
        games.mkdir()
        self.install()
        self.systemctl("start", SERVER)
        self.remove()
        self.run_script("postrm", "purge")
        self.assertEqual([*(self.root / "var/lib").iterdir()], [games])
        self.assertEqual([*wanted.iterdir()], [])
        self.assertFalse((self.root / "etc/sanqi").exists())

    def test_without_systemd_they_do_without(self):
        (self.root / "run/systemd/system").rmdir()
        self.install()
        self.remove()
        self.install("0.1.0-1")
        self.assertEqual(list(self.state.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
