#!/usr/bin/env python3
"""Checks what the documentation says that a machine can check: links, paths, options, environment, routes, metrics,
figures.

Prints each break as file:line and exits with 1 when there is any. `--self-test` shows that each rule can fail.
"""
import argparse
import fnmatch
import functools
import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_COLUMNS = 120
MOST_WORDS = 35_000  # Over all pages; bars and rules of tables are no words.

FOLDERS = "docs/architecture.md"  # Names every folder of these:
TOLD = ("engine/", "engine/games/", "engine/lab/", "storage/", "server/", "web_client/src/", "tests/", "tests/system/")

# A person is "they"; a thread, a request or a connection is "it".
PERSONS = re.compile(r"\b(he|him|his|himself|whoever|nobody)\b", re.I)

# Programs -> where their options are read; for scripts it is the script itself.
PROGRAMS = {
    "sanqi-server": ["server/config.cpp"],
    "sanqi-worker": ["server/cluster/worker_main.cpp"],
    "sanqi-engine": ["engine/cli/*.cpp"],
    "sanqi-lab": ["engine/lab/commands/*.cpp"],
    "sanqi-bot": ["server/bridge/bot_main.cpp"],
    "sanqi-load": ["tests/load/*.cpp"],
    "scripts/serve": ["scripts/serve", "server/config.cpp"],
    "scripts/cluster": ["scripts/cluster", "server/config.cpp"],
    "tests/system/attacks/run": ["tests/system/attacks/run", "tests/system/attacks/main.mjs"],
}
OF_ALL = {"--help", "--version"}
# Options of other programs that pages quote without the program.
FOREIGN_OPTIONS = {"--experimental-websocket"}

# Files that exist on a user's machine, or once something has been built; and those of other projects.
ELSEWHERE = re.compile(r"^(build|dist|node_modules|\.cache|web_client/(dist|node_modules)|Rapfi|web_client/src/games/tictactoe)(/|$)|"
                       r"^(server|worker)\.toml$|^compile_commands\.json$")

# What a page says -> where it is decided. Each match of `said` in any page has to be the value that `source` has, and there has to be
# one. A value is the first group of `pattern`, or the number of its matches if it has no group.
Figure = namedtuple("Figure", "said source pattern")
NUMBERS = {word: str(n) for n, word in enumerate("no one two three four five six seven eight nine ten eleven twelve".split())}
N = r"(\d[\d,]*|" + "|".join(NUMBERS) + ")"
FIGURES = [
    Figure(r"\bat " + N + r" levels\b", "engine/search/levels.h", r"kLevels = (\d+)"),
    Figure(r"a bot takes " + N + " lines", "docs/examples/bot.mjs", r"\n"),
    Figure(r"a bot in " + N + " lines", "docs/examples/bot.mjs", r"\n"),
    Figure(r"whole bots, of " + N + " lines", "docs/examples/bot.mjs", r"\n"),
    Figure(r"answers? after 0\.(\d) (?:s|to 1\.5 s) at least", "server/bots/levels.cpp", r"kShortestReply\{(\d)00\}"),
    Figure(r"examples/bot\.mjs\)\s*\|\s*" + N, "docs/examples/bot.mjs", r"\n"),
    Figure(r"examples/bot\.py\)\s*\|\s*" + N, "docs/examples/bot.py", r"\n"),
    Figure(r"`bots`: cores − " + N, "server/config.cpp", r"cores - (\d)"),
    Figure(r"`passwords`, at most " + N + " waiting", "server/identity/passwords.h", r"kMaxWaiting = (\d+)"),
    Figure(r"at the latest, " + N + " sessions at a time", "server/net/write_batch.cpp", r"kAtATime = (\d+)"),
    Figure(r"every " + N + r" (?:nodes|positions)\b", "engine/search/budget.h", r"kInterval = (\d+)"),
    Figure(r"a lobby has at most " + N + " KB", "web_client/scripts/size.mjs", r"'common'\)\], (\d+)\]"),
    Figure(r"a room " + N + ", a replay", "web_client/scripts/size.mjs", r"'Xiangqi in Chinese', .*, (\d+)\]"),
    Figure(r"a replay " + N + r",\s+everything", "web_client/scripts/size.mjs", r"'replay of xiangqi',\n.*\n +(\d+),"),
    Figure(r"everything " + N + r"\.", "web_client/scripts/size.mjs", r"'everything', all, (\d+)\]"),
    # Limits.
    Figure(r"Messages in 20 s: " + N + " a socket", "server/net/net_context.h", r"of_socket\{(\d+), std::chrono::seconds\(20"),
    Figure(r"a socket, " + N + " a user", "server/net/net_context.h", r"of_user\{(\d+), std::chrono::seconds\(20"),
    Figure(r"a socket, \d+ a user, " + N + " an address", "server/net/net_context.h", r"of_address\{(\d+), std::chrono::seconds\(20"),
    Figure(r"Connections: " + N + " of an address", "server/base/addresses.h", r"int of_public = (\d+)"),
    Figure(r"opened from an address: " + N, "server/rooms/game_quota.h", r"Share games\{(\d+)"),
    Figure(N + " messages or 256 KiB", "server/net/net_context.h", r"queued_messages = (\d+)"),
    Figure(r"messages or " + N + " KiB", "server/net/net_context.h", r"queued_bytes = std::size_t\{(\d+)\} << 10"),
    Figure(r"unfinished games of a user: " + N, "server/rooms/game_quota.h", r"int of_user = (\d+)"),
    Figure(N + r"\s+wrong room codes", "server/hub/hub.h", r"wrong_codes\{(\d+)"),
    Figure(N + " for a name from a network", "server/identity/accounts.h", r"tries_of_pair\{(\d+)"),
    # What an operator counts on.
    Figure(r"closes after " + N + " s", "server/net/net_context.h", r"silence\{(\d+)'000"),
    Figure(r"max\(`hash-mb`, " + N + r" MiB\)", "server/bots/bot_memory.cpp", r"kSolver = (\d+) \* kMiB"),
]


class Tree:
    """Every file of the project by its path; a text is read when it is asked for."""

    def __init__(self, paths, read):
        self.paths, self.read, self.texts = set(paths), read, {}
        self.names = {path.rsplit("/", 1)[-1] for path in self.paths}
        self.folders = {path[:i] for path in self.paths for i, c in enumerate(path) if c == "/"}
        self.pages = sorted(path for path in self.paths if path.endswith(".md"))

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = self.read(path)
        return self.texts[path]

    @functools.cache  # Most pages ask for the same.
    def matching(self, *patterns):
        """The texts of the files that the patterns name."""
        return [self.text(p) for p in sorted(self.paths) if any(fnmatch.fnmatch(p, pattern) for pattern in patterns)]

    @functools.cache
    def all(self, *patterns):
        """The same, one after another."""
        return "\n".join(self.matching(*patterns))

    @classmethod
    def of_project(cls):
        listed = subprocess.run(["git", "-c", f"safe.directory={ROOT}", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                                capture_output=True, text=True)
        paths = listed.stdout.splitlines() if listed.returncode == 0 else cls.walk()  # An archive has no git.
        return cls((p for p in paths if (ROOT / p).is_file()), lambda p: (ROOT / p).read_text(encoding="utf-8", errors="replace"))

    @staticmethod
    def walk():
        skipped = {".git", ".cache", "build", "dist", "node_modules"}
        for path in ROOT.rglob("*"):
            parts = path.relative_to(ROOT).parts
            if not skipped.intersection(parts):
                yield "/".join(parts)


COMMANDS = ("", "sh", "bash", "console")  # Languages of blocks.


def lines_of(text):
    """(number, line, language): of the code block that the line is in, None outside; the fences are left out."""
    language = None
    for number, line in enumerate(text.split("\n"), 1):
        fence = re.match(r"\s*```(\S*)", line)
        if fence:
            language = None if language is not None else fence.group(1)
        else:
            yield number, line, language


def prose(tree, page):
    return ((n, re.sub(r"`[^`]*`", "``", line)) for n, line, language in lines_of(tree.text(page)) if language is None)


def code(tree, page):
    """(line, text): every code span, and every line of a code block of commands."""
    for number, line, language in lines_of(tree.text(page)):
        if language is None:
            yield from ((number, span) for span in re.findall(r"`([^`]+)`", line))
        elif language in COMMANDS:
            yield number, line.split("  #")[0]


def anchors(text):
    found = set()
    for _, line, language in lines_of(text):
        heading = re.match(r"#+\s+(.*)", line) if language is None else None
        if heading:
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).replace("`", "").strip().lower()
            anchor = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
            count = sum(1 for a in found if re.fullmatch(re.escape(anchor) + r"(-\d+)?", a))
            found.add(f"{anchor}-{count}" if count else anchor)
    return found


def normal(path):
    parts = []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def check_links(tree, page):
    link = re.compile(r"\]\(([^()\s]+)\)|(?:src|srcset|href)=\"([^\"\s]+)\"")
    for number, line in prose(tree, page):
        for target in (a or b for a, b in link.findall(line)):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = normal(page.rpartition("/")[0] + "/" + path) if path else page
            if path not in tree.paths and path not in tree.folders:
                yield number, f"there is no {path}"
            elif anchor and path.endswith(".md") and anchor not in anchors(tree.text(path)):
                yield number, f"{path} has no heading #{anchor}"


def check_lines(tree, page):
    for number, line in enumerate(tree.text(page).split("\n"), 1):
        if len(line) > MOST_COLUMNS:
            yield number, f"{len(line)} characters; at most {MOST_COLUMNS}"


RULER = re.compile(r"[|:\s-]*-\s*\|[|:\s-]*")  # Between the head of a table and its rows.


def cells(line):
    """How many a row of a table has: bars count in code, too, unless there is a backslash before them."""
    return len(re.findall(r"(?<!\\)\|", line.strip().removeprefix("|").removesuffix("|"))) + 1


def check_tables(tree, page):
    """No row has more cells than its table, and none stands outside of one, as after a blank line."""
    lines = [(number, line) for number, line, language in lines_of(tree.text(page)) if language is None]
    width = None
    for (number, line), (_, following) in zip(lines, [*lines[1:], (0, "")]):
        if RULER.fullmatch(following):
            width = cells(following)
        elif not line.strip():
            width = None
        elif width is None and " | " in re.sub(r"`[^`]*`", "", line):
            yield number, "a row outside of a table"
        if width and cells(line) > width:
            yield number, f"{cells(line)} cells in a table of {width} columns"


def check_persons(tree, page):
    for number, line in prose(tree, page):
        person = PERSONS.search(line)
        if person:
            yield number, f"'{person.group()}': say who or what"


def braces(text):
    """a.{h,cpp} -> a.h, a.cpp"""
    match = re.search(r"\{([^{}]*,[^{}]*)\}", text)
    if not match:
        return [text]
    return [one for option in match.group(1).split(",") for one in braces(text[:match.start()] + option + text[match.end():])]


def exists(tree, path, page):
    if ELSEWHERE.match(path):
        return True
    pattern = re.sub(r"<[^>]*>|\.\.\.|…|[A-Z]{3,}", "*", path.rstrip("/"))
    beside = normal(page.rpartition("/")[0] + "/" + pattern)
    known = tree.folders if path.endswith("/") else tree.paths | tree.folders
    if "*" not in pattern:
        return pattern in known or beside in known or any(p.endswith("/" + pattern) for p in known)
    return any(fnmatch.fnmatchcase(p, w) for p in known for w in (pattern, beside, "*/" + pattern))


FILE = re.compile(r"[\w.*{}<>,-]+\.(h|cpp|ts|tsx|mjs|py|md|sql|cmake|toml|json|yml|css|html|webp|svg)")


def is_path(text, tops):
    if not re.fullmatch(r"[\w./*{}<>,…-]+", text) or text.startswith(("/", "-", ".")) and not text.startswith("./"):
        return False
    return "/" in text and text.split("/")[0] in tops or FILE.fullmatch(text.rsplit("/", 1)[-1]) is not None


def check_paths(tree, page):
    tops = {folder for folder in tree.folders if "/" not in folder}
    for number, line, language in lines_of(tree.text(page)):
        if language == "mermaid":
            words = re.findall(r"(?<![\w/])(?:%s)/[\w/.-]*\w" % "|".join(map(re.escape, sorted(tops))), line)
        elif language in COMMANDS:
            words = re.findall(r"(?<!\S)\w\S*/\S*", line.split("  #")[0])
        else:
            words = [word for span in re.findall(r"`([^`]+)`", line) for word in span.split()] if language is None else []
        for word in words:
            word = word.strip("(),;:")
            for path in braces(word):
                if is_path(path, tops) and not exists(tree, path, page):
                    yield number, f"there is no {path}"


def check_functions(tree, page):
    """`name()` and `Owner::name()` are functions of the program; decisions tell of earlier ones."""
    if page.startswith("docs/decisions/"):
        return
    patterns = [f"{top}/*{end}" for top in ("engine", "storage", "server") for end in (".h", ".cpp")]
    for number, span in code(tree, page):
        for owner, name in re.findall(r"(?:(?<=^)|(?<=\s))(?:(\w+)::)?(\w+)\(\)", span):
            known = [text for text in tree.matching(*patterns) if f"{name}(" in text and re.search(rf"\b{name}\(", text)]
            if known and not owner or any(re.search(rf"\b(?:(?:class|struct|namespace) (?:\w+::)*{owner}\b|{owner}::{name}\()", text) for text in known):
                continue
            yield number, f"there is no function {owner + '::' if owner else ''}{name}()"


@functools.cache
def options_in(text):
    return set(re.findall(r"(?<![\w-])!?(--[a-z][\w-]*)", text))


def commands_in(text):
    return set(re.findall(r"add_subcommand\(\s*\"([\w-]+)\"", text))


def check_options(tree, page):
    own = None
    for number, text in code(tree, page):
        for part in re.split(r"\||&&|;|\$\(|\s--\s", text):
            words = [w for w in part.split() if not re.match(r"[A-Z_]+=", w)]
            while words and (words[0] in ("$", "sudo", "then", "exec", "nice") or words[0].endswith(":")):
                words.pop(0)
            name = words[0].removeprefix("./") if words else ""
            name = name.rsplit("/", 1)[-1] if name.rsplit("/", 1)[-1] in PROGRAMS else name
            if name in PROGRAMS or name.startswith(("scripts/", "tests/system/")) and name in tree.paths:
                source = tree.all(*PROGRAMS.get(name, [name]))
                known = options_in(source) | OF_ALL
                commands = commands_in(source)
                if len(words) > 1 and commands and re.fullmatch(r"[a-z][a-z-]+", words[1]) and words[1] not in commands:
                    yield number, f"{name} has no command '{words[1]}'"
            elif name.startswith("--"):
                own = own or options_in(tree.all("server/*.cpp", "engine/*.cpp", "tests/load/*", "scripts/*", "tests/system/*"))
                known = own | OF_ALL | FOREIGN_OPTIONS
            else:
                continue
            for word in words:
                option = re.match(r"--[a-z][\w-]*", word)
                if option and option.group() not in known:
                    yield number, f"there is no option {option.group()}" + (f" of {name}" if name in tree.paths or name in PROGRAMS else "")


def check_commands(tree):
    """The page of the server's options names its commands, too."""
    told = tree.all("docs/configuration.md")
    for command in sorted(commands_in(tree.all("server/config.cpp"))):
        if not re.search(rf"`{command}\b", told):
            yield f"docs/configuration.md: no command {command}"


def check_presets(tree, page):
    known = set(re.findall(r'"name": "(\w+)"', tree.all("CMakePresets.json")))
    for number, text in code(tree, page):
        for preset in re.findall(r"--preset[ =](\w+)", text):
            if preset not in known and not preset.isupper():
                yield number, f"there is no preset {preset}"


def check_changes(tree, page):
    """Where a page shows a change of a file, its lines stand there once, one after another: as they were, or as they become."""
    for block in re.finditer(r"^```diff (\S+)\n(.*?)^```", tree.text(page), re.M | re.S):
        number, path = tree.text(page).count("\n", 0, block.start()) + 1, block.group(1)
        for part in re.split(r"^@@.*\n", block.group(2), flags=re.M):
            states = ("".join(line[1:] + "\n" for line in part.splitlines() if line[:1] in marks) for marks in (" -", " +"))
            if path not in tree.paths or not any(tree.text(path).count(state) == 1 for state in states):
                yield number, f"{path} has neither the lines to be changed nor what they become, once"


TESTS = ("scripts/*", "tests/*.cpp", "tests/*.mjs", "tests/*.py", "tests/*CMakeLists.txt", "web_client/tests/*.ts", "web_client/tests/*.tsx")


def answers(text):
    """(number, name): the tests of tables whose last column is of tests, and of lines that begin with "Tests:"."""
    lines, in_table = list(lines_of(text)), False
    for (number, line, _), (_, following, _) in zip(lines, [*lines[1:], (0, "", None)]):
        if RULER.fullmatch(following):
            in_table = line.split("|")[-1].strip().startswith("test")
        elif not line.strip():
            in_table = False
        elif in_table or line.startswith("Tests:"):
            yield from ((number, name) for name in re.findall(r"`([\w.,-]+)`", line.split(" | ")[-1]))


def check_answers(tree):
    """What decisions name as tests is a file or in one; `...` in a name stands for the rest of it."""
    known = "\n".join(sorted(tree.paths)) + tree.all(*TESTS)
    for page in (page for page in tree.pages if page.startswith("docs/decisions/")):
        for number, name in answers(tree.text(page)):
            if not re.search(re.escape(name).replace(r"\.\.\.", r"\w*"), known):
                yield f"{page}:{number}: there is no test {name}"


SOURCES = ("*.h", "*.cpp", "*.mjs", "*.ts", "*.py", "*.yml", "*.cmake", "*CMakeLists.txt", "CMakePresets.json", "scripts/*", "tests/system/*",
           "packaging/*", ".ci/run")


# How each kind of file reads the environment, or offers a switch of CMake.
READS = (
    (("*.h", "*.cpp"), r"(?:getenv|envname)\(\"(SANQI_\w+)"),
    (("*.mjs", "*.ts"), r"(?:env\.|\(')(SANQI_\w+)"),
    (("scripts/*", "tests/*/run", "docker-compose.yml"), r"\$\{(SANQI_\w+):"),
    (("*CMakeLists.txt",), r"(?:option|embedded_weights)\((SANQI_\w+)"),
    (("*CMakeLists.txt",), r"set\((SANQI_\w+) [^)\n]* CACHE"),
)


# Read by tests and trials alone; the comment beside each says what it is for.
TOLD_IN_PLACE = {
    "SANQI_FRESH_KEEP",  # scripts/maintain/try_fresh_machine
    "SANQI_MEMINFO",  # tests/scripts/setup_test.py: a machine with little memory
    "SANQI_RETURNED_MS",  # tests/system/server/restart.test.mjs
    "SANQI_SETUP_ROOT",  # tests/scripts/setup_test.py: where a machine that is made up has its folders of root
}


def variables_read(tree):
    long_faults = set(re.findall(r"SANQI_\w+", tree.all("tests/system/faults/run")))
    return {name for files, pattern in READS for name in re.findall(pattern, tree.all(*files))} - TOLD_IN_PLACE - long_faults


def check_variables(tree, page):
    known = set(re.findall(r"SANQI_\w+", tree.all(*SOURCES)))
    for number, line in enumerate(tree.text(page).split("\n"), 1):
        for name in re.findall(r"\bSANQI_\w+", line):
            if name not in known and not name.endswith("_"):
                yield number, f"nothing reads {name}"


def check_variables_told(tree):
    """An option of the server may be told by its name alone: its three forms are one rule."""
    told = tree.all("*.md")
    for name in sorted(variables_read(tree)):
        option = name.removeprefix("SANQI_").removeprefix("WORKER_").lower().replace("_", "-")
        if name not in told and not re.search(rf"(?:--|`|^|\W){option}(?:`| =|\W)", told, re.M):
            yield f"docs: no page tells of {name}"


def check_libraries(tree):
    """The page about other systems names every library that CMake looks for."""
    told = re.sub(r"\W|_", "", tree.all("docs/building.md")).lower()
    source = tree.all("engine/CMakeLists.txt", "server/CMakeLists.txt", "storage/CMakeLists.txt")
    found = re.findall(r"(?:find_package|pkg_check_modules)\(([\w-]+)", source)
    for name in sorted(set(found) - {"Threads"}):
        if re.sub(r"\W|_", "", name).lower() not in told:
            yield f"docs/building.md: {name} is not there"


def check_folders(tree):
    if FOLDERS not in tree.paths:
        return
    told = {}
    for number, line, language in lines_of(tree.text(FOLDERS)):
        if language is None and re.match(r"(\| )?`.* \|", line):
            told.update((folder, number) for folder in re.findall(r"`([\w./-]+)/`", line.strip("|").split("|")[0]))
    yield from (f"{FOLDERS}:{number}: there is no folder {folder}" for folder, number in told.items() if folder not in tree.folders)
    for folder in sorted(tree.folders):
        parent = folder.rpartition("/")[0] + "/"
        holds_told = any(other.startswith(folder + "/") for other in told)
        if parent in TOLD and folder not in told and not holds_told:
            yield f"{FOLDERS}: no table names {folder}/"


def check_floors(tree):
    """The floors of the server as the page draws them, and as check_layers.py enforces them."""
    layers = "scripts/maintain/check_layers.py"
    if FOLDERS not in tree.paths or layers not in tree.paths:
        return
    enforced = re.search(r"^FLOORS = (\[\[.*?\]\])$", tree.text(layers), re.M | re.S)
    drawn = re.search(r"`main → ([^`]*)`", tree.text(FOLDERS))
    rows = [re.findall(r"\w+", row) for row in drawn.group(1).split("→")] if drawn else []
    if not enforced or rows != [re.findall(r"\w+", row) for row in re.findall(r"\[([^\[\]]+)\]", enforced.group(1))]:
        yield f"{FOLDERS}: the floors of the server are not those of {layers}"


def check_metrics(tree):
    names = set(re.findall(r"registry_?,\s*\"(\w+)\"", tree.all("server/base/metrics.cpp")))
    told = tree.all("docs/*.md")
    yield from (f"docs: no page tells of the metric {name}" for name in sorted(names) if not re.search(rf"\b{name}\b", told))


def route_pattern(route):
    """/api/games/{id}/export?format= and /api/games/*/export alike."""
    return re.sub(r"\{[^}]*\}|<[^>]*>|\b[A-Z]{2,}\b", "*", route.split("?")[0].rstrip("/.,…"))


def check_routes(tree):
    served = set(re.findall(r"\"(/api/[\w/*.-]+)\"", tree.all("server/api/*.cpp", "server/pages/*.cpp")))
    told = set()
    for page in tree.pages:
        for number, span in code(tree, page):
            for route in re.findall(r"(?<![\w.:])/api/[\w/{}*<>.-]+", span):
                told.add(route_pattern(route))
                if page.startswith("docs/") and not any(fnmatch.fnmatchcase(route_pattern(route), one) for one in served):
                    yield f"{page}:{number}: the server has no {route}"
    missing = (route for route in sorted(served) if not any(fnmatch.fnmatchcase(t, route) for t in told))
    yield from (f"docs: no page tells of {route}" for route in missing)


PROTOCOL = "docs/protocol.md"


def check_fields(tree):
    """The page of the protocol has every field that the server writes."""
    told = set(re.findall(r"\w+", tree.all(PROTOCOL)))
    written = set(re.findall(r"\b(?:field|key|objects?)\(\s*\"(\w+)\"", tree.all("server/api/*.cpp", "server/protocol/*")))
    yield from (f"{PROTOCOL}: no field {name}" for name in sorted(written - told))


def value_of(tree, figure):
    if figure.source not in tree.paths:
        return None
    found = re.findall(figure.pattern, tree.text(figure.source))
    grouped = re.compile(figure.pattern).groups
    return (found[0] if found else None) if grouped else str(len(found))


def plain(number):
    return NUMBERS.get(number.lower(), number.replace(",", ""))


def check_figures(tree):
    for figure in FIGURES:
        value, said = value_of(tree, figure), 0
        if value is None:
            yield f"{figure.source}: no '{figure.pattern}', which pages speak of"
            continue
        for page in tree.pages:
            text = tree.text(page)
            for match in re.finditer(figure.said, text, re.I):
                said += 1
                if match.group(1) and plain(match.group(1)) != plain(value):
                    line = text.count("\n", 0, match.start()) + 1
                    yield f"{page}:{line}: says {match.group(1)}, but {figure.source} has {value}"
        if not said:
            yield f"docs: no page says '{figure.said}' any more: take it out of check_docs.py"


PROMISES = "docs/operations.md"


def check_promises(tree):
    """Attacks assert what the operator's page promises, and end at once where it has other words."""
    for path in sorted(p for p in tree.paths if fnmatch.fnmatchcase(p, "tests/system/attacks/*.mjs")):
        for told, named in re.findall(r"\bpromised\('([^']+)'(?:, '(\w+)')?\)", tree.text(path)):
            page = f"docs/{named}.md" if named else PROMISES
            if not re.search(told.replace("\\\\", "\\"), " ".join(tree.all(page).split())):
                yield f"{path}: {page} does not say '{told}'"


def links_of(tree, page):
    for _, line in prose(tree, page):
        for target in re.findall(r"\]\(([^()\s]+)\)", line):
            if not re.match(r"[a-z]+:", target):
                yield normal(page.rpartition("/")[0] + "/" + target.partition("#")[0])


def check_reached(tree):
    reached, left = set(), ["README.md"]
    while left:
        page = left.pop()
        if page in tree.pages and page not in reached:
            reached.add(page)
            left += links_of(tree, page)
    yield from (f"{page}: no way leads here from README.md" for page in tree.pages if page not in reached)


def check_words(tree):
    words = sum(len(re.findall(r"\S*\w\S*", tree.text(page))) for page in tree.pages)
    if words > MOST_WORDS:
        yield f"docs: {words} words; at most {MOST_WORDS}"


def check_versions(tree):
    wanted = re.search(r"project\(sanqi VERSION ([\d.]+)", tree.all("CMakeLists.txt"))
    found = re.search(r'"version": "([\d.]+)"', tree.all("web_client/package.json"))
    if wanted and found and wanted.group(1) != found.group(1):
        yield f"web_client/package.json: version {found.group(1)}, but CMakeLists.txt has {wanted.group(1)}"


OF_A_PAGE = (check_links, check_lines, check_tables, check_persons, check_paths, check_functions, check_options,
             check_presets, check_changes, check_variables)
OF_THE_TREE = (check_variables_told, check_folders, check_floors, check_metrics, check_routes, check_figures, check_promises, check_reached,
               check_words, check_versions, check_answers, check_libraries, check_fields, check_commands)


def breaks(tree, rules=OF_A_PAGE + OF_THE_TREE):
    for rule in rules:
        if rule in OF_A_PAGE:
            for page in tree.pages:
                yield from (f"{page}:{number}: {reason}" for number, reason in rule(tree, page))
        else:
            yield from rule(tree)


GOOD = {
    "CMakeLists.txt": "project(sanqi VERSION 1.2.3)\nset(SANQI_ARCH \"\" CACHE STRING x)",
    "web_client/package.json": '{"version": "1.2.3"}',
    "engine/search/levels.h": "kLevels = 3\nclass Levels { int find(); };",
    "engine/cli/main.cpp": 'add_subcommand("bench") add_option("--threads")',
    "server/config.cpp": 'add_option("--port")->envname("SANQI_PORT")',
    "server/net/net_context.h": "",
    "server/base/metrics.cpp": 'counter(registry_, "moves_total", "")',
    "server/api/games_api.cpp": 'add("GET", "/api/games/*/export")',
    "scripts/maintain/check_layers.py": 'FLOORS = [["net"], ["base"]]',
    "docs/architecture.md": "`main → net → base`\n\nfolder | holds\n---|---\n| `server/net/`, `server/base/` | |\n`server/api/` | the API\n| `engine/search/`, `engine/cli/` | |\n",
    "docs/page.md": "# A page\n\n[up](../README.md#some-words) `--port 3`, `SANQI_ARCH`, `moves_total`, at 3 levels, "
                    "`net_context.h`, `server/{net,api}/`\n`Levels::find()`, `find()`\n\n`GET /api/games/{id}/export?format=pgn`\n\n```\nsanqi-engine bench --threads 2\n```\n\n"
                    "```diff engine/search/levels.h\n-kLevels = 3\n+kLevels = 4\n```\n\n"
                    "```diff engine/search/levels.h\n-kLevels = 2\n+kLevels = 3\n```\n",
    "README.md": "# Some words\n\n[a page](docs/page.md), [another](docs/architecture.md)",
}
FIGURE = Figure("at " + N + " levels", "engine/search/levels.h", r"kLevels = (\d+)")
# (rule, path, text that breaks it)
BAD = [
    (check_links, "docs/bad.md", "[gone](gone.md)"),
    (check_links, "docs/bad.md", "[gone](../README.md#gone)"),
    (check_links, "docs/bad.md", '<img src="gone.webp">'),
    (check_lines, "docs/bad.md", "x" * 121),
    (check_tables, "docs/bad.md", "a | b\n---|---\n1 | 2\n\n3 | 4"),
    (check_tables, "docs/bad.md", "a | b\n---|---\n1 | 2 | 3"),
    (check_tables, "docs/bad.md", "a | b\n---|---\n`1|2` | 3"),
    (check_tables, "docs/bad.md", "a | b | c\n---|---"),
    (check_persons, "docs/bad.md", "The thread and his queue"),
    (check_paths, "docs/bad.md", "`server/gone.h`"),
    (check_paths, "docs/bad.md", "`gone_test.cpp`"),
    (check_paths, "docs/bad.md", "`server/net/{site,gone}.h`"),
    (check_paths, "docs/bad.md", "```\nnpx vitest run server/gone\n```"),
    (check_paths, "docs/bad.md", "```mermaid\na[server/gone]\n```"),
    (check_functions, "docs/bad.md", "`Levels::gone()`"),
    (check_functions, "docs/bad.md", "`Gone::find()`"),
    (check_options, "docs/bad.md", "`--gone`"),
    (check_options, "docs/bad.md", "```\nsanqi-server --threads 2\n```"),
    (check_options, "docs/bad.md", "`sanqi-engine uci`"),
    (check_presets, "docs/bad.md", "`cmake --preset gone`"),
    (check_changes, "docs/bad.md", "```diff engine/search/levels.h\n-kLevels = 4\n+kLevels = 5\n```"),
    (check_variables, "docs/bad.md", "SANQI_GONE"),
    (check_answers, "docs/decisions/0099.md", "fault | test\n---|---\na fault | `gone_test`, kept"),
    (check_answers, "docs/decisions/0099.md", "Tests: `gone.test.mjs`."),
    (check_variables_told, "server/config.cpp", 'envname("SANQI_SECRET")'),
    (check_commands, "server/config.cpp", 'add_subcommand("gone", "")'),
    (check_libraries, "server/CMakeLists.txt", "find_package(Gone REQUIRED)"),
    (check_folders, "server/more/a.h", ""),
    (check_folders, "docs/architecture.md", GOOD["docs/architecture.md"] + "| `server/gone/` | |"),
    (check_floors, "scripts/maintain/check_layers.py", 'FLOORS = [["base"], ["net"]]'),
    (check_metrics, "server/base/metrics.cpp", 'gauge(registry_, "rooms", "")'),
    (check_routes, "docs/bad.md", "`/api/gone`"),
    (check_routes, "server/api/more_api.cpp", 'add("GET", "/api/more")'),
    (check_fields, "server/protocol/encode.cpp", 'json.field("gone", 1)'),
    (check_figures, "docs/bad.md", "at four levels"),
    (check_figures, "docs/page.md", "no figure"),
    (check_promises, "tests/system/attacks/gains.mjs", "promised('guests: (\\\\d+)')"),
    (check_reached, "docs/bad.md", "[up](../README.md)"),
    (check_words, "docs/bad.md", "x " * (MOST_WORDS + 1)),
    (check_versions, "web_client/package.json", '{"version": "1.2.4"}'),
]


def self_test():
    global FIGURES
    FIGURES = [FIGURE]
    failed = [f"self-test: {found}" for found in breaks(Tree(GOOD, GOOD.get))]
    for rule, path, text in BAD:
        files = {**GOOD, path: text}
        if not list(breaks(Tree(files, files.get), [rule])):
            failed.append(f"self-test: {rule.__name__} takes no offence at {path}: {text[:60]}")
    untried = {rule.__name__ for rule in OF_A_PAGE + OF_THE_TREE} - {rule.__name__ for rule, _, _ in BAD}
    failed += [f"self-test: nothing shows that {name} can fail" for name in sorted(untried)]
    return failed, f"check_docs: each of {len(BAD)} mistakes is found"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--self-test", action="store_true")
    if arguments.parse_args().self_test:
        failed, summary = self_test()
    else:
        tree = Tree.of_project()
        failed = list(breaks(tree))
        words = sum(len(re.findall(r"\S*\w\S*", tree.text(page))) for page in tree.pages)
        summary = f"docs: {len(tree.pages)} pages, {words} words; links, paths, options, figures hold"
    print("\n".join(failed) or summary)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
