"""A lit test format: the programs of the corpus, compiled by `steward cc` and run by `steward run`.

What is reported did happen. A case that has a race is compiled without optimisation, and each access that is reported must be at
a line that is annotated `race`, `missed` or `benign`; one that a check stands for together with others may be any of these.
(Optimised accesses may have moved to other lines, or be several in one.) A case without a race is compiled with -O2, and nothing
may be reported of it. What a run does not see may still be a race, but not in a case with `scheduled` at its top: in its every run all
that is annotated `race` happens, and must be reported; and some race, when it is compiled with -O1 and -O2. A case with `libraries`
at its top is also run with libc++ in the place of libstdc++. A case that cannot be linked (libraries that need not be installed have only their declarations) is unsupported; one that does not end by itself is
ended, and what it has found counts.
"""

import json
import os
import shlex
import signal
import subprocess

import lit.formats
import lit.Test

import steward_corpus

SECONDS = 5  # of a run, before it is ended
RACES = ("race", "missed", "benign")
UNSEEN = "code that was not compiled for Steward has a part in"


class CannotRun(Exception):
    pass


class Wrong(Exception):
    pass


def call(command, case, **more):
    folder = os.path.dirname(case.files[0])
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          timeout=120, **more)


def build(steward, case, folder, level, options=()):
    """The case as an executable in that folder."""
    flags = ["-g", level, "-w", *options, *case.flags]
    objects = []
    for number, file in enumerate(case.files):
        objects.append(f"{folder}/{number}.o")
        compiler = "c++" if file.endswith(".cpp") else "cc"
        done = call([steward, compiler, *flags, "-c", file, "-o", objects[-1]], case)
        if done.returncode:
            raise Wrong(f"{file}: does not compile\n{done.stdout}")
    program = f"{folder}/case"
    linked = call([steward, "c++", *flags, *objects, "-o", program], case)
    if linked.returncode:
        # It may be the runtime that does not link; the plain program says.
        plain = call(["clang++-22", level, "-w", *options, *case.flags, *case.files, "-o", f"{folder}/plain"], case)
        if plain.returncode:
            raise CannotRun("does not link")
        raise Wrong(f"does not link with the runtime\n{linked.stdout}")
    return program


def end_children(process):
    """Kills the program that steward runs; what it has written is reported."""
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as children:
        for child in children.read().split():
            os.kill(int(child), signal.SIGKILL)


def run(steward, program, folder, environment=None):
    """The report of a run, and a remark."""
    report = f"{folder}/report.json"
    if os.path.exists(report):  # of the run before
        os.remove(report)
    command = [steward, "run", "--format", "json", "-o", report, "--", program]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               cwd=folder, text=True, errors="replace", env=environment)
    remark = ""
    try:
        _, said = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        remark = "does not end"
        end_children(process.pid)
        try:
            _, said = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong("no report after the program has been killed")
    if not os.path.exists(report):
        raise Wrong(f"no report: {shlex.join(command)} ended with status {process.returncode}\n{said}")
    with open(report, encoding="utf-8") as file:
        return json.load(file), remark


def places(access, case):
    """Where an access may have been: the lines of the case's own files."""
    at = access.get("one_of") or [access]
    folder = os.path.dirname(case.files[0])
    found = [(os.path.realpath(os.path.join(folder, place["file"])), place["line"]) for place in at if place["line"]]
    return [place for place in found if place[0] in case.files]


def seen_lines(report, case):
    """Lines of races, as far as they are certain or right."""
    lines = set()
    for race in report["races"]:
        for access in race["accesses"] + race["more"]:
            lines |= {place for place in places(access, case) if case.annotations.get(place) in RACES}
    return lines


def has_races(case):
    return any(annotation in RACES for annotation in case.annotations.values())


def contradictions(report, case, level):
    """What is reported and is no race. Of optimised code only that there is one is certain, not its lines."""
    if level != "-O0" and (has_races(case) or case.partial):
        return
    for race in report["races"]:
        if any(UNSEEN in why for why in race["why"]):
            continue  # it says itself that it may be wrong
        for access in race["accesses"] + race["more"]:
            at = places(access, case)
            if not at or any(case.annotations.get(place) in RACES for place in at):
                continue
            if case.partial and any(place not in case.annotations for place in at):
                continue
            file, line = at[0]
            yield (f"{file}:{line}: reported, and is annotated `{case.annotations.get(at[0], 'nothing')}`: "
                   f"{case.lines.get(at[0], '')}\n    {access['kind']} of {race['object']['name']} by {access['origin']}")


def unseen(report, case):
    """Races that the schedule of the case makes happen, and that are not reported."""
    for place in sorted({place for place, says in case.annotations.items() if says == "race"} - seen_lines(report, case)):
        yield f"{place[0]}:{place[1]}: raced, and is not reported: {case.lines[place]}"


# As users run it, where most checks go the short way; and exact, where none does and no check misses one of the same moment.
# And with so few spans in a lane of time that lanes are numbered anew all the time.
OPTIONS = "exact=0", "exact=1", "exact=0:spans=4:renumber=1"
LIBCXX = "-stdlib=libc++", "-fexperimental-library"


def wrong_in(test, case, folder, level, program, options):
    """What is wrong with the report of one run."""
    report, _ = run(test.config.steward, program, folder, {**test.config.environment, "STEWARD_OPTIONS": options})
    yield from contradictions(report, case, level)
    if case.scheduled and level == "-O0":
        yield from unseen(report, case)
    elif case.scheduled and not report["races"]:
        yield f"{case.files[0]}: raced, and nothing is reported with {level}, {options}"


class DynamicFormat(lit.formats.FileBasedTest):
    """Finds the cases in the corpus; a test is called dynamic/FOLDER/CASE."""

    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        corpus = os.path.join(suite.getSourcePath(()), "corpus")
        for folder, _, files in sorted(os.walk(corpus)):
            inside = tuple(os.path.relpath(folder, corpus).split(os.sep))
            for name in sorted(files):
                if name.endswith(steward_corpus.SOURCES) and not name.startswith("part-"):
                    yield lit.Test.Test(suite, path + inside + (name,), local_config)

    def execute(self, test, lit_config):
        source = os.path.realpath(os.path.join(test.suite.getSourcePath(()), "corpus", *test.path_in_suite[1:]))
        if "runtime" not in test.config.available_features:
            return lit.Test.UNSUPPORTED, "no plug-in or no runtime"
        folder = test.getExecPath() + ".run"
        os.makedirs(folder, exist_ok=True)
        for old in os.listdir(folder):
            os.remove(os.path.join(folder, old))
        case = steward_corpus.read_case(source)
        try:
            levels = ["-O0" if has_races(case) else "-O2"] + (["-O1", "-O2"] if case.scheduled else [])
            wrong = []
            for level in levels:
                program = build(test.config.steward, case, folder, level)
                for options in OPTIONS:
                    wrong += wrong_in(test, case, folder, level, program, options)
            if case.libraries:
                program = build(test.config.steward, case, folder, levels[0], LIBCXX)
                wrong += wrong_in(test, case, folder, levels[0], program, OPTIONS[0])
        except CannotRun as reason:
            return lit.Test.UNSUPPORTED, str(reason)
        except (Wrong, subprocess.TimeoutExpired) as failure:
            return lit.Test.FAIL, f"{source}: {failure}"
        return (lit.Test.FAIL, "\n".join(wrong)) if wrong else (lit.Test.PASS, "")
