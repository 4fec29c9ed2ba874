#!/usr/bin/env python3
"""Tries scripts/test on machines that are made up (setup_test.py), and scripts/maintain/{count_tests,check_commit}: tests/scripts/test_test.py"""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from setup_test import PATIENCE, MachineTest, first_names, read_until

ROOT = Path(__file__).resolve().parents[2]


class TestTest(MachineTest):
    def machine(self):
        """One where nothing is missing, and the step `style` is what a test makes of it."""
        machine = super().machine().debian(first_names("build", "client", "postgres", "cluster", "test"))
        machine.node()
        self.style(machine, "")
        return machine

    @staticmethod
    def style(machine, text):
        (machine.checkout / "scripts/maintain/check_style").write_text(f"#!/bin/sh\n{text}\n")

    def test_a_pass_says_what_was_counted_and_what_was_left_out(self):
        machine = self.machine()
        self.style(machine, "echo 3 passed, 0 failed, 1 skipped; echo suite: 2 passed, 0 failed; echo 7 passed, really")
        result = machine.run("scripts/test style")
        self.assertEqual(result.returncode, 0, result.everything)
        self.assertNotIn("Not reached", result.stdout)
        self.assertRegex(result.stdout, r"(?s)style: == style\n.*style: == style passed in \d+ s \(\d+ s of processors\)\nNot run: client .*tsan \(.*"
                                        r"\nAll steps passed in \d+ s: style\n5 passed, 0 failed, 1 skipped\n$")

    @unittest.skipUnless(os.access("/dev/shm", os.W_OK), "there is no /dev/shm")
    def test_tests_write_into_memory_which_is_empty_again_afterwards(self):
        machine = self.machine()
        self.style(machine, 'echo "folder $TMPDIR"; touch "$TMPDIR/left"; stat -c "mode %a" "$TMPDIR"; exit 1')
        for _ in range(2):
            said = machine.run("scripts/test style").everything
            self.assertRegex(said, r"folder /dev/shm/sanqi-test-\d+-\d+\n.*mode 755\n")
            self.assertFalse(Path(re.search(r"folder (\S+)", said)[1]).exists())
        self.assertIn(f"folder {machine.checkout}\n", machine.run("scripts/test style", TMPDIR=str(machine.checkout)).stdout)

    def test_what_passed_at_the_second_try_is_counted(self):
        machine = self.machine()
        self.style(machine, "echo retried: a page: it stood still; echo 3 passed, 0 failed")
        self.assertRegex(machine.run("scripts/test style").stdout, r"\n3 passed, 0 failed, 0 skipped, 1 retried\n$")

    def test_a_failure_ends_the_run_and_names_the_step(self):
        machine = self.machine()
        self.style(machine, "echo 3 passed, 1 failed, 0 skipped; exit 1")
        result = machine.run("scripts/test style core client")
        self.assertEqual(result.returncode, 1, result.everything)
        self.assertRegex(result.stdout, r"\nNot reached: core client\nNot run: release slow .*\nFailed after \d+ s: style; build/test.log has the output: "
                                        r"grep \^style: build/test.log\n3 passed, 1 failed, 0 skipped\n$")
        self.assertNotIn("== core", result.stdout)
        self.assertIn("1 failed", (machine.checkout / "build/test.log").read_text())

    def test_two_steps_run_side_by_side_each_to_its_end(self):
        machine = self.machine()
        ready = self.fifos(machine, "style_begun", "client_begun")
        self.style(machine, f"echo >{ready[0]}; read x <{ready[1]}; echo 2 passed, 1 failed; exit 1")
        (machine.checkout / "scripts/build_client").write_text(f"#!/bin/sh\nread x <{ready[0]}; echo >{ready[1]}; exit 1\n")
        result = machine.run("scripts/test style client core")
        self.assertRegex(result.stdout, r"\nNot reached: core\n(.*\n)?Failed after \d+ s: style client; .*\n2 passed, 1 failed, 0 skipped\n$")
        self.assertEqual(result.returncode, 1)

    def test_ctrl_c_ends_all_that_was_begun(self):
        machine = self.machine()
        begun = self.fifos(machine, "begun")[0]
        self.style(machine, f"echo >{begun}; exec tail -f /dev/null")
        (machine.checkout / "scripts/build_client").write_text(f"#!/bin/sh\nread x <{begun}; echo both; exec tail -f /dev/null\n")
        for signal_, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            for send in (os.killpg, os.kill):  # From a keyboard, and by another program.
                command = machine.start("exec scripts/test style client")
                read_until(command, "both\n")
                send(command.pid, signal_)
                command.communicate(timeout=PATIENCE)  # All that could still write have ended.
                self.assertEqual(command.returncode, status)

    @staticmethod
    def fifos(machine, *names):
        paths = [machine.checkout / name for name in names]
        for path in paths:
            os.mkfifo(path)
        return [f"'{path}'" for path in paths]

    def test_a_step_that_is_none_is_refused_before_anything_is_done(self):
        result = self.machine().run("scripts/test style stile")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there is no step 'stile'", result.stderr)
        self.assertEqual(result.calls, "")

    def test_help_does_nothing(self):
        result = self.machine().run("scripts/test --help")
        self.assertEqual((result.returncode, result.calls), (0, ""))
        for step in "style client release core slow browser faults attacks sanitize tsan".split():
            self.assertRegex(result.stdout, rf"(?m)^  {step} ")
        self.assertRegex(result.stdout, r"installs .*Chromium, [^.]*\s\d GB", "what it takes")

    def test_another_run_in_the_same_folder_waits(self):
        machine = self.machine()
        self.style(machine, "flock --nonblock .cache/test.lock true || echo held")
        self.assertIn("\nstyle: held\n", machine.run("scripts/test style").stdout)

    def test_numbers_have_points_whatever_the_locale_is(self):
        machine = self.machine()
        self.style(machine, "echo locale $LC_ALL")
        self.assertIn("style: locale C.UTF-8\n", machine.run("scripts/test style", LC_ALL="de_DE.UTF-8").stdout)

    def test_what_one_step_builds_besides_the_next_does_not(self):
        for step, lab in (("slow", "ON"), ("release", "OFF")):
            machine = self.machine().debian(first_names("build", "client", "postgres", "cluster", "test", "test-all"))
            machine.program("cmake", "exit 1")
            calls = machine.run(f"scripts/test {step}").calls
            self.assertEqual(re.findall(r"-DSANQI_BUILD_LAB=(\w+)", calls)[-1:], [lab], calls)

    def test_warnings_are_errors_in_ci_alone(self):
        for ci, werror in ((None, "OFF"), ("", "OFF"), ("false", "OFF"), ("0", "OFF"), ("true", "ON"), ("1", "ON")):
            machine = self.machine()
            machine.program("cmake", "exit 1")
            result = machine.run("scripts/test release", CI=ci)
            self.assertEqual(result.returncode, 1)
            self.assertIn(f"-DSANQI_WERROR={werror}\n", result.calls, ci)


    def test_every_step_that_compiles_does_so_by_the_same_rules(self):
        for step in ("release", "core", "slow", "browser", "faults", "attacks", "sanitize", "tsan"):
            machine = self.machine().debian(first_names("build", "client", "postgres", "cluster", "test", "test-all"))
            machine.program("cmake", 'case "$*" in *--build*) exit 1 ;; esac')
            (machine.checkout / "scripts/build_client").write_text("#!/bin/sh\n")
            configured = re.findall("cmake --preset .*", machine.run(f"scripts/test {step}", CI="true").calls)
            self.assertRegex("\n".join(configured), "^[^\n]*-DSANQI_WERROR=ON[^\n]*$", step)

    def test_no_test_at_all_is_an_error(self):
        machine = self.machine()
        machine.program("cmake", "")
        machine.program("ctest", "exit 1")
        self.assertRegex(machine.run("scripts/test release").calls, r"\nctest --preset release [^\n]*--no-tests=error ")

    def test_who_has_patience_waits_longer_for_a_test_program(self):
        for patience, most in ((None, 600), ("5", 3000)):
            machine = self.machine()
            machine.program("cmake", "")
            machine.program("ctest", "exit 1")
            calls = machine.run("scripts/test release", SANQI_PATIENCE=patience).calls
            self.assertRegex(calls, rf"\nctest --preset release .* --timeout {most} ", calls)


class CommitTest(MachineTest):
    def history(self, *messages):
        """A machine whose checkout has a commit with each message, and their hashes."""
        machine = self.machine()
        shutil.copytree(ROOT / ".ci", machine.checkout / ".ci")
        git = ["git", "-C", machine.checkout, "-c", "user.name=a", "-c", "user.email=a@b.c"]
        subprocess.run([*git, "init", "-q"], check=True)
        for message in messages:
            subprocess.run([*git, "commit", "-q", "--allow-empty", "-F", "-"], input=message, text=True, check=True)
        log = subprocess.run([*git, "log", "--reverse", "--format=%h"], capture_output=True, text=True, check=True)
        return machine, log.stdout.split()

    def verdict(self, message, command="scripts/maintain/check_commit"):
        machine, _ = self.history(message)
        return machine.run(command)

    def test_a_message_has_a_subject_a_reason_and_a_last_line(self):
        for last in ("No functional change", "Bench: 12"):
            self.assertEqual(self.verdict(f"Mend it\n\nIt was broken.\n\n{last}\n").returncode, 0)
        for message, why in (("Mend it\n\nIt was broken.\n", "last line"), ("Mend it\n\nNo functional change\n", "neither why"),
                             (f"Mend {'x' * 68}\n\nWhy.\n\nNo functional change\n", "73 characters"),
                             ("Mend it.\n\nWhy.\n\nNo functional change\n", "full stop")):
            result = self.verdict(message)
            self.assertEqual(result.returncode, 1, message)
            self.assertIn(why, result.stderr)

    def test_every_message_of_a_change_is_looked_at(self):
        good = "Mend it\n\nIt was broken.\n\nNo functional change\n"
        machine, (before, first, bad, last) = self.history("Before the rules.\n", good, "Mend it.\n", good)
        command = "scripts/maintain/check_commit"
        self.assertEqual(machine.run(command).stdout, "commit: 1 messages, no finding\n", "there is no origin")
        for branch, count in ((before, 0), (first, 0), (bad, 1), (last, 1)):
            subprocess.run(["git", "-C", machine.checkout, "update-ref", "refs/remotes/origin/HEAD", branch], check=True)
            result = machine.run(command)
            self.assertEqual(result.stdout, f"commit: {count} messages, no finding\n" if count else "")
            self.assertEqual(set(re.findall(r"(?m)^check_commit: (\w+):", result.stderr)), set() if count else {bad})
        for what, status in ((first, 0), (bad, 1), (f"{before}..{first}", 0), (f"{first}..{last}", 1), (f"{bad}..HEAD", 0)):
            self.assertEqual(machine.run(f"{command} {what}").returncode, status, what)

    def test_ci_looks_at_the_message_before_it_runs_tests(self):
        self.assertIn("no apt-get", self.verdict("Mend it\n\nIt was broken.\n\nNo functional change\n", ".ci/run").stderr, "set-up begins")
        result = self.verdict("Mend it\n", ".ci/run")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.everything, r"^(check_commit: [^\n]*\n)+$")

    def test_an_archive_has_no_history(self):
        for within_another_repository in (False, True):
            machine = self.machine()
            if within_another_repository:
                git = ["git", "-C", machine.folder, "-c", "user.name=a", "-c", "user.email=a@b.c"]
                subprocess.run([*git, "init", "-q"], check=True)
                subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Theirs."], check=True)
            result = machine.run("scripts/maintain/check_commit")
            self.assertEqual((result.returncode, result.stdout), (0, "commit: not looked at, here is no history\n"))


class StyleTest(MachineTest):
    def test_a_check_that_had_to_be_left_out_counts_as_skipped(self):
        machine = self.machine()
        for check in re.findall(r"scripts/maintain/(check_\w+(?:\.py)?)", (ROOT / "scripts/maintain/check_style").read_text()):
            if check != "check_style":
                (machine.checkout / "scripts/maintain" / check).write_text("#!/bin/sh\n")
        others = len(re.findall("(?m)^check ", (ROOT / "scripts/maintain/check_style").read_text())) - 1
        result = machine.run("scripts/maintain/check_style")
        self.assertRegex(result.stdout, r"\nformat .* skipped: C\+\+ is not looked at[^\n]*\n")
        self.assertRegex(result.stdout, rf"\n{others} passed, 0 failed, 1 skipped\n$", result.everything)
        machine.program("clang-format-16", "exit 1")
        (machine.checkout / "a.cpp").write_text("")
        result = machine.run("scripts/maintain/check_style")
        self.assertRegex(result.stdout, rf"\n{others} passed, 1 failed, 0 skipped\n$")
        self.assertEqual(result.returncode, 1)

    def test_a_mistyped_argument_changes_nothing(self):
        machine = self.machine()
        machine.program("clang-format-16", "")
        machine.program("npm", "")
        for command in ("scripts/format --chek", "scripts/build_client --module-only", "scripts/setup tset"):
            result = machine.run(command)
            self.assertEqual((result.returncode, result.calls, result.stdout), (2, "", ""), command)


class ShellTest(MachineTest):
    def test_what_git_would_refuse_to_another_user_is_found(self):
        machine = self.machine()
        machine.program("shellcheck", "true")
        for line, status in (("git log -1", 1), ('x=$(git -C there ls-files || git show)', 1), ('git -c safe.directory="$PWD" log', 0),
                             ("# git log", 0)):
            (machine.checkout / "a_script").write_text(f"#!/bin/sh\n{line}\n")
            result = machine.run("scripts/maintain/check_shell a_script")
            self.assertEqual(result.returncode, status, line + result.everything)

    def test_what_a_proxy_would_be_asked_for_is_found(self):
        machine = self.machine()
        machine.program("shellcheck", "true")
        for line, status in (("curl -fsS http://127.0.0.1:8080/", 1), ("curl --noproxy '*' http://127.0.0.1:8080/", 0),
                             ("curl http://example.org", 0)):
            (machine.checkout / "a_script").write_text(f"#!/bin/sh\n{line}\n")
            result = machine.run("scripts/maintain/check_shell a_script")
            self.assertEqual(result.returncode, status, line + result.everything)


class BrowsersTest(unittest.TestCase):
    def run_core(self, **variables):
        """By a node that finds no Chromium, and says what it should run."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("node", 'case "$*" in --version) echo v99.0.0 ;; *chromiumPath*) exit 1 ;; *) echo "$@" ;; esac'), ("npm", "")):
                Path(folder, name).write_text(f"#!/bin/sh\n{text}\n")
                Path(folder, name).chmod(0o755)
            environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CI": "false", **variables}
            return subprocess.run([ROOT / "tests/system/run", "core"], env=environment, check=True, capture_output=True, text=True).stdout

    def test_without_chromium_what_needs_it_is_skipped_and_counted(self):
        said = self.run_core()
        self.assertRegex(said, r"skipped: browser/rooms.test.mjs: there is no Chromium here: .* SANQI_CHROMIUM\n")
        self.assertIn("\n0 passed, 0 failed, 4 skipped\n", said)
        self.assertIn("server/play.test.mjs", said.splitlines()[-1])
        self.assertNotIn("browser/", said.splitlines()[-1])

    def test_in_ci_there_must_be_one(self):
        said = self.run_core(CI="true")
        self.assertNotIn("skipped", said)
        self.assertIn("browser/rooms.test.mjs", said)


class CountTest(unittest.TestCase):
    def count(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                Path(folder, name.replace("__", ".")).write_text(f"<testsuite>{text}</testsuite>")
            done = subprocess.run([ROOT / "scripts/maintain/count_tests", folder], check=True, capture_output=True, text=True)
            return done.stdout

    def test_what_is_skipped_or_failed_is_told_with_its_reason(self):
        cases = ('<testcase name="a" status="run"/><testcase name="b"><skipped message="no disk"/></testcase>'
                 '<testcase name="c"><failure message="a.cpp:8&#x0A;Expected: 1"/></testcase>')
        self.assertEqual(self.count(one__xml=cases), "skipped: b: no disk\nfailed: c: a.cpp:8 Expected: 1\n1 passed, 1 failed, 1 skipped\n")

    def test_a_program_counts_by_its_cases(self):
        self.assertEqual(self.count(one__xml='<testcase name="a"/><testcase name="b"/>', ctest__junit='<testcase name="Scripts.one" status="run"/>'),
                         "2 passed, 0 failed, 0 skipped\n")

    def test_a_program_that_dies_between_its_cases_has_failed(self):
        self.assertEqual(self.count(one__xml='<testcase name="a"/>', ctest__junit='<testcase name="one" status="fail"><failure/></testcase>'),
                         "failed: one: no reason given\n1 passed, 1 failed, 0 skipped\n")

    def test_programs_of_python_tell_their_skips_too(self):
        program = ("import unittest\nclass T(unittest.TestCase):\n  def test_a(self): pass\n  def test_b(self): self.skipTest('no moon')\n"
                   "  def test_c(self): self.fail()\nunittest.main()\n")
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "it.py").write_text(program)
            done = subprocess.run([ROOT / "tests/run_unittest.py", "it", f"{folder}/it.py"], env={"GTEST_OUTPUT": f"xml:{folder}/"},
                                  capture_output=True)
            self.assertEqual(done.returncode, 1)
            counted = subprocess.run([ROOT / "scripts/maintain/count_tests", folder], capture_output=True, text=True)
            self.assertRegex(counted.stdout, r"^skipped: T.test_b: no moon\nfailed: T.test_c: .*AssertionError.*\n1 passed, 1 failed, 1 skipped\n$")


if __name__ == "__main__":
    unittest.main()
