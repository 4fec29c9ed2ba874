#!/usr/bin/env python3
"""Tries scripts/setup, serve, build_client and environment on machines that are made up: tests/scripts/setup_test.py

A machine is a folder with a copy of the scripts and a PATH that holds programs of this test (apt-get, sudo, node, npm, cmake ...),
which write down how they were called, and the few tools that any system has. Nothing is installed, and no network is used.
"""
import os
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("awk basename bash cat chmod cksum cmp cp cut date df dirname env find flock getconf git grep gzip head ln ls mkdir mkfifo mktemp mv nproc rm sed sh sort stat "
         "tail tar tee touch tr true uname uniq wc xargs").split()
SERVE = ("build", "client")
NOBODY = 65534
PATIENCE = 60 * int(os.environ.get("SANQI_PATIENCE", 1))  # s


def entries(*sections):
    """The lines of those sections of packaging/apt.txt."""
    found, wanted = [], False
    for line in (ROOT / "packaging/apt.txt").read_text().split("\n"):
        if line.startswith("["):
            wanted = line.strip("[]") in sections
        elif wanted and line and not line.startswith("#"):
            found.append(line)
    return found


def first_names(*sections):
    return [entry.rstrip("?").split("|")[0] for entry in entries(*sections)]


class Machine:
    def __init__(self, folder, user="root"):
        self.folder = folder
        self.user = user
        self.checkout = folder / "a checkout"  # People have folders with spaces.
        self.bin = folder / "bin"
        self.calls = folder / "calls"
        self.installed = folder / "installed"
        self.root = folder / "root"
        for name in ("bin", "home", "a checkout/packaging", "a checkout/web_client"):
            (folder / name).mkdir(parents=True)
        shutil.copytree(ROOT / "scripts", self.checkout / "scripts")
        shutil.copy(ROOT / "packaging/apt.txt", self.checkout / "packaging")
        for name in (".npmrc", "package.json", "package-lock.json"):
            shutil.copy(ROOT / "web_client" / name, self.checkout / "web_client")
        for tool in TOOLS:
            if shutil.which(tool):
                (self.bin / tool).symlink_to(shutil.which(tool))
        self.calls.write_text("")
        self.installed.write_text("")
        # Not the one of who runs the tests: set-up takes all files for another owner's, and looks which are writable.
        self.program("id", f'case $1 in -u) echo {0 if user == "root" else os.geteuid() + 1} ;; *) echo {user} ;; esac')

    def program(self, name, text, note=True):
        """A command of the machine. `note`: its calls are written down, with what it sees of the environment."""
        path = self.bin / name
        name = path.name
        path.unlink(missing_ok=True)
        noting = (f'echo "{name} $*" >>{self.calls}\n'
                  f'for v in DEBIAN_FRONTEND http_proxy https_proxy no_proxy; do [ -z "$(eval echo \\$$v)" ] || echo "  $v=$(eval echo \\$$v)" >>{self.calls}; done\n')
        path.write_text(f"#!/bin/sh\n{noting if note else ''}{text}\n")
        path.chmod(0o755)

    def debian(self, installed=(), known=None, version="3.25.1-1"):
        """One with apt, which knows these packages (by default all first names of the list), in this version."""
        known = first_names(*SERVE, "postgres", "cluster", "test") if known is None else known
        self.installed.write_text("".join(f"installed {name}\n" for name in installed))
        (self.folder / "known").write_text("".join(f"{name}\n" for name in known))
        self.program("dpkg-query", f"cat {self.installed}", note=False)
        self.program("apt-cache", f'shift; for p in $*; do echo "$p:"; if grep -qx "$p" {self.folder}/known; then echo "  Candidate: {version}"; '
                                  'else echo "  Candidate: (none)"; fi; done', note=False)
        self.program("apt-get", f'[ "$1" = install ] || exit 0\necho "Need to get 1 MB of archives."\n'
                                'for n in 10 20 50 55 100; do echo "dlstatus:1:$n.0:fetching"; done; echo "pmstatus:x:100.0:there"; echo "Setting up x"\n'
                                f'for p in "$@"; do case $p in -*|*=*|install) ;; *) echo "installed $p" >>{self.installed} ;; esac; done')
        return self

    def sudo(self, allowed=True):
        """It keeps nothing of the environment, as Debian's."""
        self.program("sudo", ('[ "$1" != -n ] || shift\nexec env -i PATH="$PATH" "$@"' if allowed
                              else 'echo "user is not in the sudoers file." >&2; exit 1'))

    def node(self, version="20.19.0", folder=None):
        """A Node, and an npm beside it that installs and builds."""
        where = folder or self.bin
        where.mkdir(parents=True, exist_ok=True)
        path = where / "node"
        path.write_text(f"#!/bin/sh\necho v{version}\n")
        path.chmod(0o755)
        self.program(where / "npm", 'case "$*" in\nci*) mkdir -p node_modules/new ;;\n'
                                    "*build*) mkdir -p dist; echo built >dist/index.html ;;\nesac")
        return self

    def registry(self, answers=True, intact=True):
        """npm's, as curl sees it: archives that hold what those of Node and npm hold at the paths that are taken from them."""
        package = self.folder / "package"
        for file, text in (("bin/node", "echo v22.23.3"), ("bin/npm-cli.js", "echo 10.9.9"), ("bin/npx-cli.js", "echo 10.9.9"), ("include/node.h", "")):
            (package / file).parent.mkdir(parents=True, exist_ok=True)
            (package / file).write_text(f"#!/bin/sh\n{text}\n")
            (package / file).chmod(0o755)
        archive = self.folder / "package.tgz"
        subprocess.run(["tar", "-czf", archive, "-C", self.folder, "package"], check=True)
        self.program("curl", f'while [ "$1" != -o ]; do shift; done; cp {archive} "$2"' if answers
                             else 'echo "curl: (6) Could not resolve host" >&2; exit 6')
        self.program("sha512sum", f"read -r sum file; [ ${{#sum}} = 128 ] && [ -s \"$file\" ] && {'true' if intact else 'false'}")
        return self

    def environment(self):
        return {"PATH": str(self.bin), "HOME": str(self.folder / "home"), "LANG": "C", "SANQI_SETUP_ROOT": str(self.root)}

    def run(self, command, **environment):
        env = {**self.environment(), **environment}
        as_user = {}
        if os.geteuid() == 0 and self.user != "root":  # To root every file is writable.
            for path in (self.folder, *self.folder.rglob("*")):
                if not path.is_symlink() and path not in self.of_others:
                    os.chown(path, NOBODY, NOBODY)
            as_user = {"user": NOBODY, "group": NOBODY}
        env = {name: value for name, value in env.items() if value is not None}
        result = subprocess.run([str(self.bin / "bash"), "-c", command], cwd=self.checkout, env=env, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL, timeout=PATIENCE, **as_user)
        result.everything = result.stdout + result.stderr
        result.calls = self.calls.read_text()
        return result

    of_others = ()

    def start(self, command):
        """In the background, as a process group of its own that can be interrupted."""
        return subprocess.Popen([self.bin / "bash", "-c", command], cwd=self.checkout, start_new_session=True, env=self.environment(),
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))

    def fifo(self):
        path = self.folder / "fifo"
        os.mkfifo(path)
        return path


def read_until(command, text):
    """What a command has said when it has said that."""
    said = ""
    while text not in said:
        ready, _, _ = select.select([command.stdout], [], [], PATIENCE)
        more = os.read(command.stdout.fileno(), 4096).decode() if ready else ""
        if not more:
            os.killpg(command.pid, signal.SIGKILL)
            raise AssertionError(f"no {text!r} yet in {said!r}")
        said += more
    return said


class MachineTest(unittest.TestCase):
    def machine(self, user="root"):
        folder = Path(tempfile.mkdtemp(prefix="sanqi-setup-"))
        folder.chmod(0o755)
        self.addCleanup(shutil.rmtree, folder, True)
        return Machine(folder, user)


class SetupTest(MachineTest):
    def assert_fails(self, result, *texts):
        self.assertEqual(result.returncode, 1, result.everything)
        for text in texts:
            self.assertIn(text, result.stderr)
        self.assertLessEqual(len(result.stderr.strip().split("\n")), 3, f"more than a sentence and a line to type: {result.stderr}")

    # Packages

    def test_nothing_missing_says_and_does_nothing(self):
        machine = self.machine().debian(first_names(*SERVE))
        machine.node()
        result = machine.run("scripts/setup serve")
        self.assertEqual((result.returncode, result.everything), (0, ""))
        self.assertNotIn("apt-get", result.calls)

    def test_root_installs_what_is_missing_and_sees_progress(self):
        machine = self.machine().debian(set(first_names(*SERVE)) - {"cmake", "libfmt-dev"})
        machine.node()
        result = machine.run("scripts/setup serve")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertIn("Installing: cmake libfmt-dev\n  Need to get 1 MB of archives.\n  fetched 10 %\n  fetched 20 %\n  fetched 50 %\n"
                      "  fetched 100 %\n  installed 100 %\n", result.stdout)
        self.assertRegex(result.calls, r"apt-get update .*\n  DEBIAN_FRONTEND=noninteractive\n")
        self.assertRegex(result.calls, r"apt-get install -y .* cmake libfmt-dev\n  DEBIAN_FRONTEND=noninteractive\n")
        self.assertEqual(machine.run("scripts/setup serve").everything, "", "the second time nothing is missing")

    def test_progress_is_seen_while_apt_is_at_work(self):
        machine = self.machine().debian(())
        machine.node()
        fifo = machine.fifo()
        waiting = 'echo "Waiting for a lock"'
        machine.program("apt-get", f'[ "$1" = install ] || exit 0\n{waiting}\n{waiting}\necho "Need to get 300 MB"\nread -r _ <{fifo}\n'
                                   'echo "dlstatus:1:10.5:fetching"; echo "dlstatus:1:19.9:fetching"')
        command = machine.start("scripts/setup serve")
        self.assertIn("  Waiting for a lock\n  Need", read_until(command, "Need to get"), "a line that comes again is told once")
        fifo.write_text("go on\n")
        said, _ = command.communicate(timeout=PATIENCE)
        self.assertEqual(command.returncode, 0, said)
        self.assertEqual(said.decode().split("\n")[-2:], ["  fetched 10 %", ""])

    def test_sudo_keeps_proxies_and_asks_no_questions(self):
        machine = self.machine("user").debian(set(first_names(*SERVE)) - {"cmake"})
        machine.node()
        machine.sudo()
        result = machine.run("scripts/setup serve", http_proxy="http://proxy:1", HTTPS_PROXY="http://proxy:2", no_proxy="a, b")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertRegex(result.calls, r"apt-get install .* cmake\n  DEBIAN_FRONTEND=noninteractive\n  http_proxy=http://proxy:1\n"
                                       r"  https_proxy=http://proxy:2\n  no_proxy=a, b\n")

    def test_without_rights_an_administrator_is_told_all_of_it_in_one_line(self):
        missing = set(first_names(*SERVE)) - {"cmake", "libboost1.81-dev", "curl"}
        line = "  apt-get update && apt-get install -y --no-install-recommends cmake libboost1.81-dev curl\n"
        for section in ("build", "serve"):
            absent = self.machine("user").debian(missing).run(f"scripts/setup {section}")
            self.assert_fails(absent, "there is no sudo. An administrator has to type", line)
            refused = self.machine("user").debian(missing)
            refused.sudo(allowed=False)
            self.assert_fails(refused.run(f"scripts/setup {section}"), "user may not install any", line)
            self.assertNotIn("apt-get", absent.calls)

    def test_the_administrators_line_has_the_names_of_this_release(self):
        missing = {"libboost1.81-dev", "clang-format-16", "git"}
        known = set(first_names(*SERVE, "postgres", "cluster", "test")) - missing | {"libboost1.83-dev"}
        result = self.machine("user").debian(known - {"libboost1.83-dev"}, known | {"git"}).run("scripts/setup test")
        self.assert_fails(result, " --no-install-recommends libboost1.83-dev git\n")

    def test_other_releases_have_other_names(self):
        known = set(first_names(*SERVE)) - {"libboost1.81-dev"} | {"libboost1.83-dev", "libboost-dev"}
        machine = self.machine().debian(known - {"libboost1.83-dev", "libboost-dev"}, known)
        machine.node()
        self.assertIn("Installing: libboost1.83-dev\n", machine.run("scripts/setup serve").stdout)
        self.assertEqual(machine.run("scripts/setup serve").everything, "")

    def test_a_release_without_a_package_is_named_and_the_container_offered(self):
        known = set(first_names(*SERVE)) - {"libboost1.81-dev"}
        machine = self.machine().debian((), known)
        result = machine.run("scripts/setup serve")
        self.assert_fails(result, " has no package libboost1.81-dev libboost1.83-dev", "docs/building.md", "docker compose up")
        self.assertNotIn("apt-get install", result.calls)

    def test_what_only_tests_want_is_left_out_where_apt_does_not_know_it(self):
        known = set(first_names(*SERVE, "postgres", "cluster", "test")) - {"chromium-headless-shell", "clang-format-16"}
        machine = self.machine().debian(known - {"procps"}, known)
        machine.node()
        result = machine.run("scripts/setup test")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertIn("Installing: procps\n", result.stdout)
        self.assertIn("PostgreSQL and HAProxy are installed, but not started", result.stdout)
        again = machine.run("scripts/setup test")
        self.assertEqual(again.returncode, 0, again.everything)
        self.assertGreater(again.calls.count("apt-get"), result.calls.count("apt-get"), "with lists it may know more")
        (machine.root / "var/lib/apt/lists").mkdir(parents=True)
        (machine.root / "var/lib/apt/lists/main_Packages.lz4").write_text("")
        offline = machine.run("scripts/setup test")
        self.assertEqual(offline.returncode, 0, offline.everything)
        self.assertEqual(offline.calls.count("apt-get"), again.calls.count("apt-get"))

    def test_a_debian_package_needs_no_other_kinds_tools(self):
        known = first_names(*SERVE, "postgres", "deb", "package")
        for section, sections in (("deb", ("postgres", "deb")), ("package", ("postgres", "deb", "package"))):
            machine = self.machine().debian(first_names(*SERVE), known)
            machine.node()
            installed = machine.run(f"scripts/setup {section}").stdout.split("\n")[0]
            self.assertEqual(set(installed.split()[1:]), set(first_names(*sections)) - {"curl"})

    def test_what_is_linked_into_the_server_for_arm64_is_fetched_for_it(self):
        package = (ROOT / "scripts/package").read_text()
        parts = {name: set(re.findall(r"[a-z][\w.+-]+", words.replace('"${engine_parts[@]}"', "")))
                 for name, words in re.findall(r"(?m)^readonly (\w+_parts)=\(([^)]*)\)", package)}
        headers, compiled = {"libboost1.81-dev", "liblemon-dev"}, {"libfmt-dev", "libqrencode-dev", "prometheus-cpp-dev"}
        self.assertIn("libsodium-dev", parts["server_parts"])
        self.assertEqual(parts["server_parts"] - headers - compiled - parts["arm64_parts"], set())
        self.assertIn('"${arm64_parts[@]/%/:arm64}"', package)

    def test_apt_that_knows_nothing_or_fails_is_one_sentence(self):
        machine = self.machine().debian((), ())
        self.assert_fails(machine.run("scripts/setup serve"), "is the network there?", "http_proxy")
        machine = self.machine().debian(())
        machine.program("apt-get", '[ "$1" = update ] || { echo "E: Unable to fetch"; exit 100; }')
        result = machine.run("scripts/setup serve")
        self.assertIn("E: Unable to fetch\napt-get install failed", result.stderr)
        machine.program("apt-get", 'echo "E: no lists" >&2; exit 100')
        shutil.rmtree(machine.checkout / ".cache")
        self.assertIn("E: no lists\napt-get update failed", machine.run("scripts/setup serve").stderr)

    # Services

    def with_services(self, enabled=()):
        """A machine of systemd that lacks both services and has these enabled; its apt looks at what set-up has put in its way."""
        known = set(first_names(*SERVE, "postgres", "cluster", "test"))
        machine = self.machine().debian(known - {"postgresql", "haproxy"}, known)
        machine.node()
        machine.program("systemctl", f'case "$1 $3" in {" | ".join(f"is-enabled?{name}" for name in ["none", *enabled])}) exit 0 ;; '
                                     "is-enabled*) exit 1 ;; esac")
        (machine.root / "usr/sbin").mkdir(parents=True)
        policy, cluster = machine.root / "usr/sbin/policy-rc.d", machine.root / "etc/postgresql-common/createcluster.d/sanqi.conf"
        machine.program("apt-get", f'[ "$1" = install ] || exit 0\n{policy} 2>/dev/null; echo "policy $?"; cat {cluster}')
        return machine, policy, cluster

    def log_of_apt(self, machine, result):
        self.assertEqual(result.returncode, 0, result.everything)
        return (machine.checkout / ".cache/setup.log").read_text()

    def test_services_are_neither_started_nor_enabled(self):
        machine, policy, cluster = self.with_services()
        result = machine.run("scripts/setup test")
        self.assertEqual(self.log_of_apt(machine, result), "policy 101\ncreate_main_cluster = false\n")
        self.assertIn("systemctl disable --quiet postgresql haproxy\n", result.calls)
        self.assertFalse(policy.exists() or cluster.exists())

    def test_services_are_not_left_enabled_where_apt_fails_half_way(self):
        machine, policy, cluster = self.with_services()
        machine.program("apt-get", '[ "$1" != install ] || exit 100')
        result = machine.run("scripts/setup test")
        self.assertEqual(result.returncode, 1)
        self.assertIn("systemctl disable --quiet postgresql haproxy\n", result.calls)
        self.assertFalse(policy.exists() or cluster.exists())

    def test_a_service_that_was_enabled_before_stays_so(self):
        machine, _, _ = self.with_services(enabled=["postgresql"])
        self.assertIn("systemctl disable --quiet haproxy\n", machine.run("scripts/setup test").calls)
        machine, _, _ = self.with_services(enabled=["postgresql", "haproxy"])
        result = machine.run("scripts/setup test")
        self.assertEqual(self.log_of_apt(machine, result), "policy 127\ncreate_main_cluster = false\n", "it may start what runs again")
        self.assertNotIn("systemctl disable", result.calls)

    def test_what_a_killed_run_leaves_forbids_nothing_and_goes_with_the_next(self):
        machine, policy, cluster = self.with_services()
        apt = (machine.bin / "apt-get").read_text()
        machine.program("apt-get", '[ "$1" = install ] || exit 0\nkill -KILL $PPID')
        self.assertEqual(machine.run("scripts/setup test").returncode, 1)
        self.assertEqual(subprocess.run([policy]).returncode, 0)
        (machine.bin / "apt-get").write_text(apt)
        self.assertIn("policy 101", self.log_of_apt(machine, machine.run("scripts/setup test")))
        self.assertFalse(policy.exists() or cluster.exists())

    def test_a_policy_of_somebody_else_stays(self):
        machine, policy, _ = self.with_services()
        policy.write_text("#!/bin/sh\nexit 104\n")
        policy.chmod(0o755)
        self.assertIn("policy 104", self.log_of_apt(machine, machine.run("scripts/setup test")))
        self.assertEqual(policy.read_text(), "#!/bin/sh\nexit 104\n")

    def test_lists_that_another_system_fetched_into_the_same_folder_are_none_of_this_one(self):
        machine = self.machine().debian(())
        machine.node()
        (machine.checkout / ".cache").mkdir()
        (machine.checkout / ".cache/apt-updated").write_text("")
        (machine.folder / "known").rename(machine.folder / "unknown")
        machine.program("apt-get", f'[ "$1" != update ] || mv {machine.folder}/unknown {machine.folder}/known')
        result = machine.run("scripts/setup serve")
        self.assertEqual(result.returncode, 0, result.everything)

    def test_what_is_written_as_root_can_be_read_whatever_the_umask_is(self):
        machine = self.machine().debian(())
        machine.node()
        machine.program("apt-get", f'echo "umask $(umask)" >>{machine.calls}')
        self.assertRegex(machine.run("umask 077; scripts/setup serve").calls, r"apt-get install .*\n(  .*\n)*umask 0?022\n")

    def test_an_older_boost_that_is_in_the_way_is_named(self):
        others = set(first_names(*SERVE)) - {"libboost1.81-dev"}
        for installed in (["libboost1.74-dev"], others | {"libboost-dev", "libboost1.74-dev"}):
            machine = self.machine().debian(installed)
            self.assert_fails(machine.run("scripts/setup serve"), "apt-get remove libboost1.74-dev")

    def test_a_release_that_is_too_old_is_named_before_anything_is_installed(self):
        known = set(first_names(*SERVE)) - {"libboost1.81-dev"} | {"libboost-dev"}
        result = self.machine().debian(["libboost1.74-dev"], known, version="3.22.1-1ubuntu1").run("scripts/setup serve")
        self.assert_fails(result, "has CMake 3.22.1-1ubuntu1, and Sanqi needs 3.25 or later", "docs/building.md")
        self.assertNotIn("apt-get install", result.calls)
        self.assertIn("cmake_minimum_required(VERSION 3.25)", (ROOT / "CMakeLists.txt").read_text())
        self.assertEqual(self.machine().debian((), known, version="4.0.1-2").node().run("scripts/setup serve").returncode, 0)

    def test_ctrl_c_lets_apt_come_to_its_end(self):
        machine = self.machine().debian(())
        machine.node()
        fifo, ended = machine.fifo(), machine.folder / "ended"
        machine.program("apt-get", f'[ "$1" = install ] || exit 0\ntrap "" INT\necho "Need to get 1 MB"\nread -r _ <{fifo}\n'
                                   f'echo "pmstatus:x:50.0:there"; touch {ended}')
        command = machine.start("scripts/setup serve")
        read_until(command, "Need to get")
        os.killpg(command.pid, signal.SIGINT)
        fifo.write_text("go on\n")
        said, _ = command.communicate(timeout=PATIENCE)
        self.assertTrue(ended.exists(), said)
        self.assertEqual(command.returncode, 130)

    def test_what_a_killed_apt_has_left_is_brought_to_its_end_first(self):
        machine = self.machine().debian(set(first_names(*SERVE)) - {"cmake"})
        machine.node()
        machine.program("dpkg", f'[ "$*" = "--configure -a" ] && touch {machine.folder}/whole')
        apt = (machine.bin / "apt-get").read_text().replace("|| exit 0\n", f'|| exit 0\n[ -e {machine.folder}/whole ] || exit 100\n', 1)
        (machine.bin / "apt-get").write_text(apt)
        result = machine.run("scripts/setup serve")
        self.assertEqual(result.returncode, 0, result.everything)

    def test_lists_that_led_to_nothing_are_fetched_again(self):
        machine = self.machine().debian(())
        machine.program("apt-get", '[ "$1" = update ] || { echo "E: 404"; exit 100; }')
        for _ in range(2):
            result = machine.run("scripts/setup serve")
        self.assertEqual(result.calls.count("apt-get update"), 2, result.everything)

    def test_without_apt_what_is_missing_is_named(self):
        machine = self.machine("user")
        self.assert_fails(machine.run("scripts/setup build"), "no apt-get", "c++ cmake ninja pkg-config node npm", "docs/building.md")
        for name in ("c++", "cmake", "ninja", "pkg-config"):
            machine.program(name, "")
        machine.node("24.1.0")
        result = machine.run("scripts/setup serve")
        self.assertEqual((result.returncode, result.everything), (0, ""))

    def test_setup_can_be_skipped(self):
        result = self.machine("user").run("scripts/setup serve", SANQI_SKIP_SETUP="1")
        self.assertEqual((result.returncode, result.everything), (0, ""))

    def test_files_of_another_owner_are_one_sentence(self):
        machine = self.machine("user").debian(first_names(*SERVE))
        machine.node()
        for name in ("build/release/.ninja_log", "build/release/server/sanqi-server", "web_client/dist/assets/a.js", ".cache/node/bin/node"):
            stolen = machine.checkout / name
            stolen.parent.mkdir(parents=True, exist_ok=True)
            stolen.write_text("")
            stolen.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
            machine.of_others = (stolen,)
            self.assert_fails(machine.run("scripts/setup serve"), f"user may not write {name}",
                              f"  sudo chown -R user '{machine.checkout}'")
            stolen.unlink()

    # Node

    def test_where_no_node_fits_a_pinned_one_is_fetched(self):
        for version, fits in ((None, False), ("18.20.4", False), ("20.18.3", False), ("20.19.0", True), ("21.7.3", False), ("22.11.0", False),
                              ("22.12.0", True), ("24.0.0", True)):
            machine = self.machine().debian(first_names(*SERVE)).registry()
            if version:
                machine.node(version)
            result = machine.run("scripts/setup serve && . scripts/environment && node --version && type -p npm")
            self.assertEqual(result.returncode, 0, result.everything)
            self.assertEqual(result.stdout.split("\n")[-3], f"v{version}" if fits else "v22.23.3")
            self.assertEqual("curl" in result.calls, not fits, version)
            if not fits:
                self.assertRegex(result.calls, r"https://registry.npmjs.org/node-linux-(x64|arm64)/-/node-linux-(x64|arm64)-22\.\d+\.\d+\.tgz\n")
                self.assertIn("https://registry.npmjs.org/npm/-/npm-10.", result.calls)
                self.assertEqual(result.stdout.split("\n")[-2], f"{machine.checkout}/.cache/node/bin/npm")
                self.assertFalse((machine.checkout / ".cache/node/include").exists(), "of Node only the program")
                self.assertEqual(machine.run("scripts/setup serve").everything, "", "the second time nothing is missing")

    def test_a_node_without_npm_does_not_fit(self):
        machine = self.machine().debian(first_names(*SERVE)).registry().node("22.20.0")
        (machine.bin / "npm").unlink()
        self.assertEqual(machine.run("scripts/setup serve && . scripts/environment && node --version").stdout.split("\n")[-2], "v22.23.3")

    def test_the_registry_is_the_one_that_npm_would_ask(self):
        machine = self.machine().debian(first_names(*SERVE)).registry()
        self.assertIn(" https://a.example/npm/-/npm-10.", machine.run("scripts/setup serve", npm_config_registry="https://a.example/").calls)
        machine = self.machine().debian(first_names(*SERVE)).registry()
        self.assertIn(" https://a.example/npm/-/npm-10.", machine.run("scripts/setup serve", NPM_CONFIG_REGISTRY="https://a.example").calls)
        machine = self.machine().debian(first_names(*SERVE)).registry()
        (machine.folder / "home/.npmrc").write_text("fund=false\nregistry = https://b.example/path\n")
        self.assertIn(" https://b.example/path/npm/-/npm-10.", machine.run("scripts/setup serve").calls)

    def test_a_network_that_falls_silent_is_given_up(self):
        machine = self.machine().debian(first_names(*SERVE)).registry()
        for call in re.findall("curl .*", machine.run("scripts/setup serve").calls):
            self.assertRegex(call, r"--connect-timeout \d+ --speed-limit \d+ --speed-time \d+ ")

    def test_a_shell_without_home_will_do(self):
        result = self.machine().debian(first_names(*SERVE)).registry().run("scripts/setup serve", HOME=None)
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertIn(" https://registry.npmjs.org/npm/", result.calls)

    def test_a_node_that_is_not_what_it_should_be_is_not_run(self):
        machine = self.machine().debian(first_names(*SERVE)).registry(intact=False)
        result = machine.run("scripts/setup serve")
        self.assert_fails(result, "its SHA-512 is another")
        self.assertFalse((machine.checkout / ".cache/node").exists())

    def test_the_newest_node_that_fits_is_taken(self):
        machine = self.machine()
        machine.node("20.19.5")
        machine.node("22.11.0", folder=machine.folder / "half_new")
        machine.node("22.20.0", folder=machine.folder / "new")
        path = f"{machine.bin}:{machine.folder}/half_new:{machine.folder}/new"
        self.assertEqual(machine.run(f"PATH={path}; . scripts/environment; node --version").stdout, "v22.20.0\n")

    def test_programs_of_administrators_are_found_by_users_too(self):
        machine = self.machine("user")
        sources = ". scripts/environment; . scripts/environment; echo $PATH"
        self.assertEqual(machine.run(sources).stdout, f"{machine.bin}:/usr/sbin:/sbin\n")
        self.assertEqual(machine.run(f"PATH=/usr/sbin:$PATH; {sources}").stdout, f"/usr/sbin:{machine.bin}:/sbin\n")
        for script in ("scripts/cluster", "scripts/package", "scripts/test", "tests/system/run", "tests/system/attacks/run"):
            self.assertRegex((ROOT / script).read_text(), r"(?m)^\. scripts/environment$", f"{script} starts some")

    def test_websocket_is_asked_for_where_node_has_none_by_itself(self):
        for status, flag in ((0, ""), (1, "--experimental-websocket\n")):
            machine = self.machine()
            machine.node()
            (machine.bin / "node").write_text(f'#!/bin/sh\ncase $1 in -e) exit {status} ;; *) echo v22.20.0 ;; esac\n')
            self.assertEqual(machine.run(". scripts/environment; websocket_flag").stdout, flag)

    def test_curls_own_error_is_seen(self):
        machine = self.machine().debian(first_names(*SERVE)).registry(answers=False)
        self.assert_fails(machine.run("scripts/setup serve"), "Could not resolve host", "https_proxy")
        self.assertEqual(machine.registry().run("scripts/setup serve").returncode, 0, "the next time it comes")

    # Server and client

    def built(self, user="root"):
        """A machine on which scripts/serve has everything but the server itself."""
        machine = self.machine(user).debian(first_names(*SERVE))
        machine.node()
        server = "build/release/server/sanqi-server"
        machine.program("cmake", 'case "$1" in --build) mkdir -p build/release/server; '
                                 f'printf "#!/bin/sh\\necho \\"server \\$*\\"\\n" >{server}; chmod +x {server} ;; *) : >build/release.ninja ;; esac')
        for name in ("src", "public", "scripts"):
            (machine.checkout / "web_client" / name).mkdir()
        for name in ("index.html", "vite.config.ts", "tsconfig.json"):
            (machine.checkout / "web_client" / name).write_text("")
        return machine

    def test_help_builds_nothing(self):
        machine = self.machine("user")
        result = machine.run("scripts/serve --port 1 --help")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertIn("scripts/serve [sanqi-server's options]", result.stdout)
        self.assertEqual(result.calls, "")
        self.assertFalse((machine.checkout / "build").exists())

    def test_help_of_every_script_tells_its_use_and_does_nothing(self):
        machine = self.machine()
        shutil.copytree(ROOT / ".ci", machine.checkout / ".ci")
        for name in ("tests/system/run", "tests/system/faults/run", "tests/system/attacks/run"):
            (machine.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, machine.checkout / name)
        (machine.bin / "python3").symlink_to(sys.executable)
        files = [path for path in sorted(machine.checkout.rglob("*")) if path.is_file()]
        scripts = [path for path in files if os.access(path, os.X_OK)]
        self.assertGreater(len(scripts), 30)
        for script in scripts:
            result = machine.run(f"cd '{script.parent}' && ./{script.name} --help", PYTHONDONTWRITEBYTECODE="1")
            self.assertEqual((result.returncode, result.stderr, result.calls), (0, "", ""), script)
            self.assertRegex(result.stdout, rf"\b{re.escape(script.name)}\b", script)
        self.assertEqual([path for path in sorted(machine.checkout.rglob("*")) if path.is_file()], files)

    def test_serve_says_what_it_will_do_and_passes_its_options_on(self):
        machine = self.built()
        result = machine.run("scripts/serve --lan --port 99")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertTrue(result.stdout.startswith("First start: about "), result.stdout)
        self.assertTrue(result.stdout.endswith("server --next-port --lan --port 99\n"), result.stdout)
        self.assertEqual(machine.run("scripts/serve").stdout, "server --next-port\n")

    def test_what_makes_the_client_is_seen_while_it_is_at_work(self):
        machine = self.built()
        fifo = machine.fifo()
        machine.program("npm", f'case "$*" in ci*) echo begun; read -r _ <{fifo}; mkdir node_modules ;; *) mkdir -p dist; touch dist/index.html ;; esac')
        command = machine.start("scripts/serve")
        read_until(command, "client: begun\n")
        fifo.write_text("go on\n")
        said, _ = command.communicate(timeout=PATIENCE)
        self.assertEqual(command.returncode, 0, said)

    def test_another_folder_that_cdpath_leads_to_is_left_alone(self):
        machine = self.built()
        (machine.folder / "home/scripts").mkdir()
        result = machine.run("scripts/serve", CDPATH=str(machine.folder / "home"))
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_ctrl_c_ends_what_is_done_in_the_background_too(self):
        machine = self.built()
        fifo = machine.fifo()
        machine.program("npm", f'echo begun >{fifo}; exec tail -f /dev/null')
        cmake = (machine.bin / "cmake").read_text()
        (machine.bin / "cmake").write_text(cmake.replace('case "$1"', 'trap "exit 1" INT\nwhile :; do tail -f /dev/null; done\ncase "$1"'))
        command = machine.start("scripts/serve")
        self.assertEqual(fifo.read_text(), "begun\n")
        os.killpg(command.pid, signal.SIGINT)
        said, _ = command.communicate(timeout=PATIENCE)  # All that could still write have ended.
        self.assertEqual(command.returncode, 130)
        self.assertNotIn("failed", said.decode())

    def test_who_installs_or_builds_keeps_others_out(self):
        machine = self.built()
        machine.installed.write_text("")
        for program, lock in (("apt-get", "setup"), ("npm", "client"), ("cmake", "build")):
            text = (machine.bin / program).read_text().partition("\n")[2]
            look = f'! flock --nonblock "{machine.checkout}/.cache/{lock}.lock" true || echo "{program} may be disturbed" >&2'
            machine.program(program, f"{look}\n{text}", note=False)
        result = machine.run("scripts/serve")
        self.assertEqual(result.returncode, 0, result.everything)
        for program in ("apt-get", "npm", "cmake"):
            self.assertIn(program, result.calls)
        self.assertNotIn("disturbed", result.everything)
        machine.program("flock", 'echo "flock: No locks available" >&2; exit 71')
        result = machine.run("scripts/serve")
        self.assertEqual(result.returncode, 0, "a file system without locks")
        self.assertNotIn("Waiting", result.stderr)
        (machine.bin / "flock").unlink()
        self.assertEqual(machine.run("scripts/serve").returncode, 0, "a system without flock does without")

    def test_the_second_waits_and_says_so(self):
        machine = self.machine()
        result = machine.run("mkdir .cache; mkfifo said; exec 8>.cache/thing.lock; flock 8; . scripts/environment; alone thing echo done 2>said 8>&- & "
                             "read -r line <said; echo $line; flock --unlock 8; wait")
        self.assertEqual(result.stdout, f"Waiting for another script at work in {machine.checkout}\ndone\n", result.stderr)

    def test_offline_the_previous_client_is_served(self):
        machine = self.built()
        machine.run("scripts/serve")
        (machine.checkout / "web_client/package-lock.json").write_text('{"changed": true}')
        machine.program("npm", 'echo "npm error network request failed" >&2; exit 1')
        result = machine.run("scripts/serve")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertIn("npm error network", result.everything)
        self.assertIn("The web client could not be built; the one of 20", result.stderr)
        self.assertTrue((machine.checkout / "web_client/node_modules/new").exists(), "the old modules are still there")
        self.assertNotEqual(machine.run("scripts/build_client").returncode, 0, "tests want the client of today")
        shutil.rmtree(machine.checkout / "web_client/dist")
        self.assertEqual(machine.run("scripts/serve").returncode, 1)

    def test_what_is_edited_while_the_client_is_built_is_built_the_next_time(self):
        machine = self.built()
        npm = (machine.bin / "npm").read_text()
        later = "touch begun; until [ src/edited -nt begun ]; do touch src/edited; done"  # The clock of files has steps.
        (machine.bin / "npm").write_text(npm.replace("mkdir -p dist;", f"mkdir -p dist; [ -e src/edited ] || {{ {later}; }};"))
        for is_built in (True, True, False):
            machine.calls.write_text("")
            result = machine.run("scripts/build_client")
            self.assertEqual(result.returncode, 0, result.everything)
            self.assertEqual("npm run" in result.calls, is_built)
        lock = machine.checkout / "web_client/package-lock.json"
        (machine.bin / "npm").write_text(npm.replace("ci*)", f"ci*) echo pulled >'{lock}';"))
        for text, is_installed in (("new", True), (None, True), (None, False)):
            machine.calls.write_text("")
            if text:
                lock.write_text(text)
            self.assertEqual("npm ci" in machine.run("scripts/build_client").calls, is_installed)

    def test_modules_go_by_the_content_of_the_lock_file(self):
        machine = self.built()
        machine.run("scripts/build_client")
        machine.calls.write_text("")
        os.utime(machine.checkout / "web_client/package-lock.json")
        self.assertNotIn("npm ci", machine.run("scripts/build_client --modules-only").calls)

    def test_what_only_tests_need_is_fetched_for_tests(self):
        machine = self.built()
        machine.run("scripts/serve")
        self.assertIn("--omit=dev", machine.calls.read_text())
        for command in ("scripts/build_client", "scripts/serve", "scripts/build_client --modules-only"):
            machine.calls.write_text("")
            result = machine.run(command)
            self.assertEqual("npm ci" in result.calls, command == "scripts/build_client", f"{command}: {result.calls}")
            self.assertNotIn("--omit=dev", result.calls)

    def test_the_environment_of_node_changes_neither_modules_nor_pages(self):
        machine = self.built()
        npm = (machine.bin / "npm").read_text()
        (machine.bin / "npm").write_text(npm.replace("case", f'echo "  NODE_ENV=$NODE_ENV" >>{machine.calls}\ncase', 1))
        for environment in ("production", "development"):
            shutil.rmtree(machine.checkout / "web_client/dist", True)
            shutil.rmtree(machine.checkout / "web_client/node_modules", True)
            machine.calls.write_text("")
            result = machine.run("scripts/build_client", NODE_ENV=environment)
            self.assertRegex(result.calls, "npm ci .*--include=dev")
            self.assertRegex(result.calls, "npm run .* build .*\n  NODE_ENV=production")

    def test_compilers_are_as_many_as_memory_allows(self):
        machine = self.machine()
        machine.program("nproc", "echo 8", note=False)
        for free, jobs in ((500_000, 1), (2_000_000, 1), (3_700_000, 3), (64_000_000, 8)):
            (machine.folder / "meminfo").write_text(f"MemTotal: 99000000 kB\nMemAvailable: {free} kB\n")
            result = machine.run(". scripts/environment; echo $CMAKE_BUILD_PARALLEL_LEVEL", SANQI_MEMINFO=str(machine.folder / "meminfo"))
            self.assertEqual(result.stdout, f"{jobs}\n", free)
        self.assertEqual(machine.run(". scripts/environment; echo $CMAKE_BUILD_PARALLEL_LEVEL", CMAKE_BUILD_PARALLEL_LEVEL="5").stdout, "5\n")

    def test_packages_are_compiled_by_as_many(self):
        machine = self.built()
        (machine.folder / "meminfo").write_text("MemAvailable: 500000 kB\n")
        shutil.copy(ROOT / "CMakeLists.txt", machine.checkout)
        shutil.copy(ROOT / "CHANGELOG.md", machine.checkout)
        result = machine.run("scripts/package deb", SANQI_MEMINFO=str(machine.folder / "meminfo"))
        self.assertRegex(result.calls, r"\ncmake --build .*/build/packages/deb -j 1 ", result.everything)

    def test_a_build_that_was_moved_is_made_anew(self):
        for path, stays in (("{checkout}", True), ("{checkout}/deeper", False), ("/elsewhere", False)):
            machine = self.built()
            (machine.checkout / "build/release").mkdir(parents=True)
            path = path.format(checkout=machine.checkout)
            (machine.checkout / "build/release/CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={path}\n")
            (machine.checkout / "build/release/build.ninja").write_text("")
            result = machine.run("scripts/serve")
            self.assertEqual(result.returncode, 0, result.everything)
            self.assertEqual("cmake --preset" in result.calls, not stays, path)

    def test_a_failed_build_is_told_when_the_client_has_come_to_its_end(self):
        for step, reason in (("--preset", "no Boost\nCMake could not"), ("--build", "The build failed")):
            machine = self.built()
            fifo = machine.fifo()
            machine.program("npm", f'case "$*" in ci*) read -r _ <{fifo}; mkdir node_modules ;; '
                                   '*) mkdir dist; touch dist/index.html; echo done ;; esac')
            machine.program("cmake", f'[ "$1" != {step} ] || {{ [ {step} = --build ] || echo no Boost; echo go >{fifo}; exit 1; }}')
            command = machine.start("scripts/serve")
            said, _ = command.communicate(timeout=PATIENCE)
            self.assertEqual(command.returncode, 1)
            self.assertRegex(said.decode(), rf"client: done\n{reason}[^\n]*\n$")

    def test_short_disk_is_said(self):
        machine = self.built()
        machine.program("df", "echo Filesystem; echo /dev/vda1 9999999 0 1024000 0% /")
        self.assertIn("Only 1000 MB of disk are free", machine.run("scripts/serve").stderr)
        self.assertEqual(machine.run("scripts/serve").stderr, "", "it is built")

    def test_short_memory_is_said(self):
        machine = self.built()
        (machine.folder / "meminfo").write_text("MemAvailable: 600000 kB\n")
        result = machine.run("scripts/serve", SANQI_MEMINFO=str(machine.folder / "meminfo"))
        self.assertIn("Only 585 MB of memory are free", result.stderr)

    # Archives, and checkouts of others

    def test_a_checkout_on_windows_has_the_same_bytes(self):
        machine = self.machine()
        shutil.copy(ROOT / ".gitattributes", machine.checkout)
        git = ["git", "-C", str(machine.checkout), "-c", "core.autocrlf=true"]
        for command in (["init", "-q"], ["add", "-A"], ["checkout-index", "--all", "--force", "--prefix=windows/"]):
            subprocess.run([*git, *command], check=True, capture_output=True)
        for script in ("setup", "serve"):
            self.assertNotIn(b"\r", (machine.checkout / "windows/scripts" / script).read_bytes())

    def test_files_are_listed_with_and_without_git(self):
        machine = self.machine("user")
        for name in ("engine/a.h", "engine/deep/b.cpp", "build/c.h", "web_client/node_modules/d.h", "web_client/dist/e.h"):
            (machine.checkout / name).parent.mkdir(parents=True, exist_ok=True)
            (machine.checkout / name).write_text("")
        listing = "scripts/maintain/list_files '*.h' '*.cpp'; scripts/maintain/list_files engine/deep"
        wanted = "engine/a.h\nengine/deep/b.cpp\nengine/deep/b.cpp\n"
        self.assertEqual(machine.run(listing).stdout, wanted)
        git = ["git", "-C", str(machine.checkout)]
        subprocess.run([*git, "init", "-q"], check=True)
        (machine.checkout / ".gitignore").write_text("build\nnode_modules\ndist\n")
        subprocess.run([*git, "-c", f"safe.directory={machine.checkout}", "add", "engine", ".gitignore"], check=True)
        (machine.checkout / "engine/untracked.h").write_text("")
        self.assertEqual(machine.run(listing).stdout, wanted)
        if os.geteuid() == 0:
            machine.user = "root"  # To whom the checkout of NOBODY is dubious.
            self.assertEqual(machine.run(listing).stdout, wanted)


if __name__ == "__main__":
    unittest.main()
