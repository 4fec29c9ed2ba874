#!/usr/bin/env python3
"""packaging/Dockerfile: what it copies is there and is enough, and its environment configures the server.

container_test.py SERVER [WORKER]: the programs that the image holds. Needs no Docker engine: the file is read, and the server is started
as the image would start it.
"""
import fnmatch
import functools
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from compose_test import composer, render

SOURCE = Path(__file__).resolve().parents[2]
PATIENCE = 60 * int(os.environ.get("SANQI_PATIENCE", 1))  # s
PROGRAMS = []  # From the command line.


def stages():
    """The stages of the Dockerfile, each a list of (instruction, rest of the line)."""
    text = re.sub(r"^#.*\n", "", (SOURCE / "packaging/Dockerfile").read_text(), flags=re.M)
    parsed = []
    for line in re.sub(r"\\\n\s*", "", text).splitlines():
        instruction, _, rest = line.partition(" ")
        if instruction == "FROM":
            parsed.append([])
        if line.strip():
            parsed[-1].append((instruction, rest.strip()))
    return parsed


def rests(stage, instruction):
    return [rest for name, rest in stage if name == instruction]


def system_here():
    """As an image of it is named: debian:12."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return "no Linux"
    return f"{release['ID']}:{release.get('VERSION_ID', 'rolling')}"


def system_of_the_image():
    return rests(stages()[-1], "FROM")[0].removesuffix("-slim")


def shell_of(stage):
    return json.loads((rests(stage, "SHELL") or ['["/bin/sh", "-c"]'])[-1])


def build_line():
    """The shell command that compiles, without what Docker mounts for it."""
    line, = (rest for rest in rests(stages()[0], "RUN") if "cmake --build" in rest)
    return re.sub(r"--mount=\S+\s*", "", line)


def image_environment():
    words = shlex.split(" ".join(rests(stages()[-1], "ENV")))
    return dict(word.split("=", 1) for word in words)


def health_check():
    return rests(stages()[-1], "HEALTHCHECK")[0].partition("CMD ")[2]


@functools.cache
def ignored_patterns():
    lines = (SOURCE / ".dockerignore").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def fits(name, pattern):
    """As Docker has it: no star stands for a slash."""
    parts, wanted = name.split("/"), pattern.split("/")
    return len(parts) == len(wanted) and all(map(fnmatch.fnmatchcase, parts, wanted))


def is_let_in(path):
    """Whether .dockerignore leaves `path` in the context: the last pattern that fits it, or a folder around it, decides."""
    let_in = True
    names = [str(path), *(str(parent) for parent in Path(path).parents if str(parent) != ".")]
    for pattern in ignored_patterns():
        if any(fits(name, pattern.lstrip("!")) for name in names):
            let_in = pattern.startswith("!")
    return let_in


@functools.cache
def context():
    """The files that Docker sees: of the checkout, or of an unpacked archive those that nothing here has made."""
    listed = subprocess.run(["scripts/maintain/list_files", "*"], cwd=SOURCE, capture_output=True, text=True, check=True)
    return [line for line in listed.stdout.splitlines() if (SOURCE / line).is_file() and is_let_in(line)]


def copied():
    """What the first stage copies, in order: the files of each COPY."""
    for rest in rests(stages()[0], "COPY"):
        *sources, _ = rest.split()
        yield [file for file in context()
               if any(file == source or file.startswith(source.rstrip("/") + "/") for source in sources)]


class ImageTest(unittest.TestCase):
    def test_nothing_overrides_the_environment(self):
        self.assertEqual(json.loads(rests(stages()[-1], "ENTRYPOINT")[0]), ["sanqi-server"])
        self.assertEqual(rests(stages()[-1], "CMD"), [])

    def test_it_is_not_run_by_root(self):
        self.assertEqual(rests(stages()[-1], "USER"), ["sanqi"])

    def test_what_is_copied_is_there(self):
        for rest, found in zip(rests(stages()[0], "COPY"), copied()):
            *sources, _ = rest.split()
            for source in sources:
                self.assertTrue(any(file == source or file.startswith(source) for file in found), source)

    def test_documents_tests_and_what_is_built_here_build_nothing_anew(self):
        files = {file for files_of_copy in copied() for file in files_of_copy}
        for file in files:
            self.assertFalse(file.startswith(("docs/", "tests/", "build/", ".git")) or "/tests/" in file, file)
            self.assertFalse(file.endswith(".md"), file)
        self.assertNotIn("docker-compose.yml", files)

    def test_sources_come_after_what_is_installed(self):
        first, *_ = [index for index, (_, rest) in enumerate(stages()[0]) if "engine/" in rest]
        installs = [index for index, (_, rest) in enumerate(stages()[0])
                    if "scripts/setup" in rest and "--mount" not in rest or "--modules-only" in rest]
        self.assertLess(max(installs), first)

    def test_what_is_copied_is_enough_to_configure_and_to_build(self):
        with tempfile.TemporaryDirectory() as folder:
            for file in (file for files_of_copy in copied() for file in files_of_copy):
                Path(folder, file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(SOURCE / file, Path(folder, file))
            subprocess.run(["scripts/setup", "postgres"], cwd=folder, check=True, capture_output=True)
            configure, _, target = build_line().partition("cmake --build --preset release")
            dry_run = f"{configure} cmake --build --preset release {target.partition('&&')[0]} -- -n"
            done = subprocess.run([*shell_of(stages()[0]), dry_run], cwd=folder, capture_output=True, text=True,
                                  env={**os.environ, "SANQI_COMMIT": ""})
            self.assertEqual(done.returncode, 0, done.stdout[-1000:] + done.stderr)

    @unittest.skipUnless(system_here() == system_of_the_image(), f"the libraries of {system_here()} are not the image's")
    def test_it_has_the_libraries_that_the_programs_load(self):
        installed = " ".join(rests(stages()[-1], "RUN"))
        for program in PROGRAMS:
            needed = re.findall(r"=> (/\S+)", subprocess.run(["ldd", program], capture_output=True, text=True).stdout)
            dynamic = subprocess.run(["readelf", "-d", program], capture_output=True, text=True).stdout
            direct = re.findall(r"NEEDED.*\[(.+)\]", dynamic)
            for library in (path for path in needed if Path(path).name in direct):
                real = os.path.realpath(library)  # dpkg knows some below /lib, which is /usr/lib.
                owner = subprocess.run(["dpkg", "-S", real, real.removeprefix("/usr")], capture_output=True, text=True)
                package = owner.stdout.split(":")[0]
                self.assertTrue(package in ("libc6", "libgcc-s1", "libstdc++6") or f" {package} " in installed,
                                f"{program} loads {library} of {package or 'no package'}")


class EnvironmentTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def environment(self, **overrides):
        plain = {key: value for key, value in os.environ.items() if not key.startswith("SANQI_")}
        return {**plain, "HOME": str(self.folder), **image_environment(), **overrides}

    def printed(self, **overrides):
        done = subprocess.run([PROGRAMS[0], "--print-config"], env=self.environment(**overrides), check=True,
                              capture_output=True, text=True)
        return done.stdout

    def test_the_image_alone_serves_everybody_from_its_volume(self):
        text = self.printed()
        for line in ('bind = "0.0.0.0"', "port = 8080", 'database = "/var/lib/sanqi/sanqi.db"'):
            self.assertRegex(text, rf"(?m)^# Set by SANQI_\w+\.\n{re.escape(line)}$")
        volume, = rests(stages()[-1], "VOLUME")
        self.assertTrue(image_environment()["SANQI_DATABASE"].startswith(volume + "/"))
        self.assertEqual(rests(stages()[-1], "EXPOSE"), [image_environment()["SANQI_PORT"]])

    def test_the_environment_of_a_container_comes_before_that_of_the_image(self):
        text = self.printed(SANQI_PORT="9000", SANQI_DATABASE="postgresql://db.example/sanqi", SANQI_NAME="Evening")
        for line in ("port = 9000", 'database = "postgresql://db.example/sanqi"', 'name = "Evening"'):
            self.assertRegex(text, rf"(?m)^{re.escape(line)}$")

    @unittest.skipUnless(composer(), "neither docker-compose nor docker compose is installed")
    def test_compose_changes_nothing_that_is_not_chosen(self):
        """What it passes on empty, or by a default of its own, over the environment of the image."""
        given = render()["services"]["server"]["environment"]
        alone, composed = (dict(re.findall(r"(?m)^([a-z-]+) = (.*)$", text))
                           for text in (self.printed(), self.printed(**given)))
        self.assertEqual(composed, alone | {"trusted-proxy": f'"{given["SANQI_TRUSTED_PROXY"]}"',
                                            "metrics-reader": f'"{given["SANQI_METRICS_READER"]}"'})

    def test_a_database_that_is_not_there_is_an_error_and_no_file(self):
        done = subprocess.run([PROGRAMS[0]], capture_output=True, text=True, cwd=self.folder, timeout=PATIENCE,
                              env=self.environment(SANQI_PORT="0", SANQI_DATABASE="postgresql://sanqi@127.0.0.1:1/sanqi"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    # On a machine that is held up the server gives up to drain; what hangs does so each time.
    def test_the_health_check_tells_whether_it_is_ready(self):
        self.assertIn(0, (self.status_after_a_health_check() for _ in range(3)))

    def status_after_a_health_check(self):
        environment = self.environment(SANQI_PORT="0", SANQI_DATABASE=str(self.folder / "sanqi.db"))
        server = subprocess.Popen([PROGRAMS[0]], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  text=True)
        try:
            ready = next(line for line in server.stdout if line.startswith("Sanqi is ready"))
            environment["SANQI_PORT"] = ready.strip().rsplit(":", 1)[1].rstrip("/")
            check = ["sh", "-c", health_check()]
            healthy = subprocess.run(check, env=environment, capture_output=True, text=True)
            self.assertEqual(healthy.returncode, 0, healthy.stderr)
        finally:
            server.terminate()
            server.communicate()
        self.assertNotEqual(subprocess.run(check, env=environment, capture_output=True).returncode, 0)
        return server.returncode


if __name__ == "__main__":
    PROGRAMS = [os.path.abspath(program) for program in sys.argv[1:] if program]
    unittest.main(argv=sys.argv[:1])
