#!/usr/bin/env python3
"""The systemd units are right, and install.sh of the archive puts them in their places. units_test.py BUILD SERVER: a configured build."""
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BUILD, SERVER = None, None  # From the command line.
PATIENCE = 60 * int(os.environ.get("SANQI_PATIENCE", 1))  # s
TEN_TIMES_MOST_EXPOSED = 20  # Of 100, as `systemd-analyze security` counts.


class Unit:
    """A unit file; a key that is there several times has several values."""

    def __init__(self, path):
        self.path, self.values = path, {}
        for line in path.read_text().splitlines():
            key, found, value = line.partition("=")
            if found and not line.startswith(("#", ";", "[")):
                self.values.setdefault(key, []).append(value)

    def one(self, key):
        value, = self.values[key]
        return value


def units():
    services = sorted((BUILD / "packaging/systemd").glob("*.service"))
    return [Unit(path) for path in [*services, *sorted((SOURCE / "packaging/systemd").glob("*.timer"))]]


def services():
    return [unit for unit in units() if unit.path.suffix == ".service"]


class UnitsTest(unittest.TestCase):
    def test_they_are_there(self):
        names = {unit.path.name for unit in units()}
        self.assertLessEqual({"sanqi-server.service", "sanqi-backup.service", "sanqi-backup.timer"}, names)

    def test_nothing_is_left_to_fill_in(self):
        for unit in units():
            self.assertNotRegex(unit.path.read_text(), r"@\w+@", unit.path)

    def test_they_run_as_a_user_of_their_own_without_privileges(self):
        made = re.search(r"(?m)^u (\w+) ", (SOURCE / "packaging/systemd/sysusers.conf").read_text())[1]
        for unit in services():
            self.assertEqual(unit.one("User"), made)
            self.assertEqual(unit.one("NoNewPrivileges"), "yes")
            self.assertEqual(unit.one("CapabilityBoundingSet"), "")

    def test_what_fails_is_started_again_for_as_long_as_it_fails(self):
        for unit in services():
            if "Restart" in unit.values:
                self.assertEqual(unit.one("StartLimitIntervalSec"), "0", unit.path)

    def test_copies_and_parts_of_them_go_after_two_weeks(self):
        _, sweep = Unit(BUILD / "packaging/systemd/sanqi-backup.service").values["ExecStart"]
        self.assertIn(" -name '*Z.db*' -mtime +14 -delete", sweep)

    # The programs look at the limit (bot-memory), so that it may be a part of any machine: a number of bytes would be wrong on most.
    def test_memory_is_bounded_by_a_part_of_the_machine(self):
        for unit in services():
            if "Type" in unit.values and unit.one("Type") != "oneshot":
                self.assertRegex(unit.one("MemoryMax"), r"^[5-9]\d%$", unit.path)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd is not installed")
    def test_systemd_reads_them(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for unit in units():  # The programs are not installed here.
                paths.append(Path(folder, unit.path.name))
                paths[-1].write_text(re.sub(r"(?m)^ExecStart=/\S+", "ExecStart=/bin/true", unit.path.read_text()))
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", *paths], capture_output=True, text=True)
            ours = [line for line in done.stderr.splitlines() if "sanqi" in line]
            self.assertEqual((done.returncode, ours), (0, []), done.stderr)
            for path in paths:
                if path.suffix == ".service":
                    judge = ["systemd-analyze", "security", "--offline=true", "--no-pager"]
                    done = subprocess.run([*judge, f"--threshold={TEN_TIMES_MOST_EXPOSED}", path],
                                          capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stdout[-200:] + done.stderr)


class ServiceTest(unittest.TestCase):
    """The server as its unit would run it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.config = self.folder / "server.toml"
        text = (SOURCE / "packaging/server.toml").read_text()
        text = text.replace("port = 8080", "port = 0").replace("/var/lib/sanqi/", f"{self.folder}/")
        self.config.write_text(text)

    def command(self, unit):
        """That of the unit, with the program, the configuration and the folder of this test."""
        text = (BUILD / f"packaging/systemd/{unit}").read_text()
        line = re.findall(r"(?m)^ExecStart=(.*)$", text)[0].replace("$$", "$").replace("%%", "%")
        line = re.sub(r"\S+/sanqi-server", str(SERVER), line)
        line = re.sub(r"\S+/server.toml", str(self.config), line)
        return ["sh", "-c", line.replace("/var/lib/sanqi/", f"{self.folder}/")]

    def test_it_tells_systemd_when_it_listens_and_when_it_goes(self):
        self.assertEqual(Unit(BUILD / "packaging/systemd/sanqi-server.service").one("Type"), "notify")
        # On a machine that is held up the server gives up to drain; what hangs does so each time.
        self.assertIn(0, (self.status_after(self.folder / f"notify{i}") for i in range(3)))

    def status_after(self, notify):
        """That of a server which told `notify`, a socket, when it listened and when it went."""
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.settimeout(PATIENCE)
        manager.bind(str(notify))
        server = subprocess.Popen(["sh", "-c", "exec " + self.command("sanqi-server.service")[2]],
                                  env={**os.environ, "NOTIFY_SOCKET": str(notify)},
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.assertEqual(manager.recv(100), b"READY=1")
            ready = next(line for line in server.stdout if line.startswith("Sanqi is ready"))
            port = int(re.search(r":(\d+)/?\s*$", ready)[1])
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
        finally:
            server.terminate()
            server.communicate()
        self.assertEqual(manager.recv(100), b"STOPPING=1")
        return server.returncode

    def test_the_backup_copies_the_records_of_a_running_server(self):
        (self.folder / "backups").mkdir()
        server = subprocess.Popen([SERVER, "--config", self.config], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  text=True)
        try:
            next(line for line in server.stdout if line.startswith("Sanqi is ready"))
            done = subprocess.run(self.command("sanqi-backup.service"), capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        finally:
            server.terminate()
            server.communicate()
        copy, = (self.folder / "backups").iterdir()
        self.assertRegex(copy.name, r"^\d{4}-\d\d-\d\dT\d{6}Z\.db$")
        self.assertTrue(copy.read_bytes().startswith(b"SQLite format 3"))


class InstallTest(unittest.TestCase):
    """install.sh of the archive for any Linux."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.archive, self.root = Path(folder.name, "archive"), Path(folder.name, "root")
        (self.archive / "systemd").mkdir(parents=True)
        (self.archive / "docs").mkdir()
        for name in ("operations.md", "configuration.md"):
            (self.archive / "docs" / name).write_text("a page")
        for name in ("sanqi-server", "sanqi-engine"):
            (self.archive / name).write_text("a program")
        shutil.copy2(SOURCE / "packaging/archive/install.sh", self.archive)
        for path in [*(unit.path for unit in units() if "worker" not in unit.path.name),
                     SOURCE / "packaging/systemd/sysusers.conf", SOURCE / "packaging/server.toml"]:
            shutil.copy(path, self.archive / "systemd")

    def install(self):
        subprocess.run([self.archive / "install.sh"], env={**os.environ, "DESTDIR": str(self.root)}, check=True)
        return {str(path.relative_to(self.root)) for path in self.root.rglob("*") if path.is_file()}

    def test_it_writes_what_it_says(self):
        text = (SOURCE / "packaging/archive/install.sh").read_text()
        said = re.search(r"Writes (.*?)\. With", re.sub(r"\n# ", " ", text))[1]
        words = re.sub(r"\(.*?\)|, | and ", " ", said)
        words = words.replace("*.md", "{operations,configuration}.md")
        expanded = subprocess.run(["bash", "-c", f"echo {words}"], capture_output=True, text=True).stdout.split()
        self.assertEqual(self.install(), {path.lstrip("/") for path in expanded})

    def test_another_version_leaves_the_configuration(self):
        self.install()
        config = self.root / "etc/sanqi/server.toml"
        config.write_text('name = "Edited"\n')
        (self.archive / "sanqi-server").write_text("a later program")
        self.install()
        self.assertEqual(config.read_text(), 'name = "Edited"\n')
        self.assertEqual((self.root / "usr/local/bin/sanqi-server").read_text(), "a later program")

    def test_the_pages_of_its_units_are_there(self):
        written = self.install()
        for unit in services():
            for page in re.findall(r"(?m)^Documentation=file:/usr/local/(.*)$", unit.path.read_text()):
                self.assertIn(f"usr/local/{page}", written)

    def install_here(self, known, *programs):
        """Without DESTDIR, where only these programs are, and systemd knows the service or not: what was called."""
        tools = self.root / "tools"
        tools.mkdir(parents=True)
        for name in ("sh", "dirname"):
            (tools / name).symlink_to(shutil.which(name))
        for name in programs:  # Nothing is written to this machine.
            status = 0 if known or name != "systemctl" else '$([ "$1" != cat ]; echo $?)'
            (tools / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{self.root}/calls\nexit {status}\n')
            (tools / name).chmod(0o755)
        done = subprocess.run([self.archive / "install.sh"], env={"PATH": str(tools)}, capture_output=True, text=True)
        calls = self.root / "calls"
        return done, calls.read_text() if calls.exists() else ""

    def test_the_first_time_it_enables_the_service(self):
        done, calls = self.install_here(False, "install", "systemctl", "systemd-sysusers")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("systemctl enable sanqi-server.service\n", calls)

    def test_a_later_time_the_service_stays_as_it_was(self):
        done, calls = self.install_here(True, "install", "systemctl", "systemd-sysusers")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("enable", calls)
        self.assertIn("systemctl try-restart sanqi-server.service\n", calls)

    def test_its_help_installs_nothing(self):
        for words, status in ((["--help"], 0), (["/usr"], 1)):
            done = subprocess.run([self.archive / "install.sh", *words], env={**os.environ, "DESTDIR": str(self.root)},
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn("sudo ./install.sh", done.stdout)
            self.assertFalse(self.root.exists())

    def test_without_systemd_it_writes_nothing(self):
        done, calls = self.install_here(False, "install")
        self.assertEqual((done.returncode, calls), (1, ""))
        self.assertIn("./sanqi-server", done.stderr)


if __name__ == "__main__":
    BUILD, SERVER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
