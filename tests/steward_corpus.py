"""A lit test format: annotated C and C++ programs.

A case is one source file whose comments say, line by line, what `steward check` must report:

    counter++;           // race               must be part of a report
    total = counter;     // no race            must be in no report
    config->x = 1;       // imprecise: why     is safe, but is reported
    flag = 1;            // missed: why        is part of a race, but is not reported
    hint = 1;            // benign             is part of a race that the source declares to do no harm: listed apart

All races are looked at, also those of a low rank; but what is annotated `race` must be of a rank that is listed when
nobody asks for more.

`race` and `no race` may be followed by a colon and a remark too. A reported line without an annotation is a failure,
and so is an imprecision or a miss that is no longer one. CONTRIBUTING.md describes the directives (`flags:`, `also:`,
`partial`, `policies`, `libraries`, `refinement`, `optimised`, `scheduled`) that may stand in the comment at the top of a case.

A case with `policies` at its top is also checked with every context policy other than the default. A line says where
they differ from what is right:

    box->value++;        // no race; none, callsite:1: false alarm
    item->n++;           // imprecise: why; callsite:2: no race

One with `libraries` at its top is also checked with the headers of libc++ in the place of libstdc++'s, and a line says
`; libc++: false alarm` where that makes a difference. With `refinement` at its top a case is also checked without it
(`--without refinement`), and `; unrefined: false alarm` says what it is worth. With `optimised` at its top it is also
checked as bitcode that was compiled with -O1 and with -O2.
"""

import glob
import json
import os
import re
import shlex
import subprocess
from dataclasses import dataclass, field

import lit.formats
import lit.Test

SOURCES = (".c", ".cpp")
SECONDS = 60
SHOWN = 0.3  # the default of --min-rank
ANNOTATION = re.compile(r"(race|no race|benign)(?::.*)?|(imprecise|missed): *\S.*")
POLICIES = ("none", "callsite:1", "callsite:2", "object:1", "origin:2")  # besides the default
LIBCXX = "libc++"  # what is said with the headers of libc++ instead of libstdc++'s
UNREFINED = "unrefined"  # what is said without refinement
LEVELS = ("-O1", "-O2")  # of optimised bitcode
POLICY = r"(?:none|unrefined|libc\+\+|-O\d|[a-z]+:\d)"
BY_POLICY = re.compile(rf"; *(?P<policies>{POLICY}(?:, *{POLICY})*): *(?P<says>false alarm|no race|race|missed)$")
LOOKS_LIKE_ONE = re.compile(r"(no[ -]?)?races?\b|imprecise|missed|benign|safe\b", re.IGNORECASE)
DIRECTIVE = re.compile(r"// *(flags: *(?P<flags>.*)|also: *(?P<also>.*)|(?P<partial>partial)|(?P<policies>policies)|(?P<libraries>libraries)|(?P<refinement>refinement)|(?P<optimised>optimised)|(?P<scheduled>scheduled))$")


class Malformed(Exception):
    pass


@dataclass
class Case:
    files: list = field(default_factory=list)  # absolute paths, the case itself first
    flags: list = field(default_factory=lambda: ["-pthread"])
    partial: bool = False
    policies: bool = False
    libraries: bool = False
    refinement: bool = False
    optimised: bool = False
    scheduled: bool = False  # see steward_dynamic.py
    annotations: dict = field(default_factory=dict)  # (file, line) -> "race", "no race", "imprecise" or "missed"
    by_policy: dict = field(default_factory=dict)  # (file, line) -> {policy: "false alarm", "no race", "race" or "missed"}
    lines: dict = field(default_factory=dict)  # (file, line) -> its text


def read_annotations(case, path):
    with open(path, encoding="utf-8") as source:
        for number, text in enumerate(source, 1):
            case.lines[path, number] = text.strip()
            code, slashes, comment = text.rpartition("//")
            comment = comment.strip()
            if not slashes or not code.strip() or code.lstrip().startswith("//"):
                continue  # no comment, or a line that is nothing but one
            while (said := BY_POLICY.search(comment)):
                for policy in re.split(", *", said["policies"]):
                    if policy not in POLICIES + LEVELS + (LIBCXX, UNREFINED):
                        raise Malformed(f"{path}:{number}: {policy} is not among the policies that are checked")
                    case.by_policy.setdefault((path, number), {})[policy] = said["says"]
                comment = comment[:said.start()].strip()
            found = ANNOTATION.fullmatch(comment)
            if found:
                case.annotations[path, number] = found[1] or found[2]
            elif LOOKS_LIKE_ONE.match(comment):
                raise Malformed(f"{path}:{number}: not an annotation: // {comment}")


def read_case(path):
    case = Case(files=[path])
    with open(path, encoding="utf-8") as source:
        for text in source:
            if not text.startswith("//"):
                break
            directive = DIRECTIVE.match(text.strip())
            if directive and directive["flags"]:
                case.flags += shlex.split(directive["flags"])
            elif directive and directive["also"]:
                case.files += [os.path.join(os.path.dirname(path), name) for name in directive["also"].split()]
            elif directive and directive["partial"]:
                case.partial = True
            elif directive and directive["policies"]:
                case.policies = True
            elif directive and directive["libraries"]:
                case.libraries = True
            elif directive and directive["refinement"]:
                case.refinement = True
            elif directive and directive["optimised"]:
                case.optimised = True
            elif directive and directive["scheduled"]:
                case.scheduled = True
    for file in case.files:
        read_annotations(case, file)
    if not case.annotations:
        raise Malformed(f"{path}: a case without an annotation checks nothing")
    said = {variant for line in case.by_policy.values() for variant in line}
    if said & set(LEVELS) and not case.optimised:
        raise Malformed(f"{path}: what holds of optimised code is checked only with a line `// optimised` at the top")
    if said - {LIBCXX, UNREFINED, *LEVELS} and not case.policies:
        raise Malformed(f"{path}: what other policies say is checked only with a line `// policies` at the top")
    if LIBCXX in said and not case.libraries:
        raise Malformed(f"{path}: what holds with libc++ is checked only with a line `// libraries` at the top")
    if UNREFINED in said and not case.refinement:
        raise Malformed(f"{path}: what holds without refinement is checked only with a line `// refinement` at the top")
    return case


def reported_lines(report, folder):
    """(file, line) -> what the report says about it, one short text for each access."""
    return lines_of(report["races"], folder)


def lines_of(races, folder):
    lines = {}
    for race in races:
        accesses = race["accesses"] + race.get("more", [])
        for access in accesses:
            place = os.path.realpath(os.path.join(folder, access["file"])), access["line"]
            others = sorted({f"{os.path.basename(other['file'])}:{other['line']}" for other in race["accesses"]})
            locks = ", ".join(access.get("locks", [])) or "no lock"
            text = (f"{access['kind']} of {race['object']['name']} by {access.get('origin', '?')} with {locks}, "
                    f"in the race of {' and '.join(others)}")
            if text not in lines.setdefault(place, []):
                lines[place].append(text)
    return lines


def differences(case, lines, listed=None, apart=()):
    """What is wrong, one paragraph for each line of source; `listed` has the lines that are shown by default, `apart`
    those of races that are declared to do no harm."""
    for place in sorted(set(case.annotations) | set(lines) | set(apart)):
        annotation, reported = case.annotations.get(place), lines.get(place)
        if annotation == "benign" and not reported and place in apart:
            continue
        if annotation == "race" and reported and listed is not None and place not in listed:
            yield f"{place[0]}:{place[1]}: is part of a race, and its rank is too low to be listed"
            continue
        if annotation == "benign":
            wrong = "is reported as a race" if reported else "is not listed as doing no harm"
            yield f"{place[0]}:{place[1]}: {wrong}\n    {case.lines.get(place, '')}"
            continue
        if place in apart and not reported and annotation is None and not case.partial:
            yield f"{place[0]}:{place[1]}: is listed as doing no harm, and has no annotation"
            continue
        if annotation == "race" and not reported:
            wrong = "is part of a race, and is not reported"
        elif annotation == "no race" and reported:
            wrong = "is in no race, and is reported"
        elif annotation == "imprecise" and not reported:
            wrong = "is no longer reported: make the annotation `no race`"
        elif annotation == "missed" and reported:
            wrong = "is no longer missed: make the annotation `race`"
        elif annotation is None and not case.partial:
            wrong = "is reported, and has no annotation"
        else:
            continue
        file, number = place
        yield "\n".join([f"{file}:{number}: {wrong}", f"    {case.lines.get(place, '')}",
                         *[f"    reported: {text}" for text in reported or []]])


def libcxx_flags():
    """For clang to take the C++ library's headers from libc++, whatever version of it is installed."""
    folders = sorted(glob.glob("/usr/lib/llvm-*/include/c++/v1"))
    return ["-fexperimental-library", "-nostdinc++", "-isystem", folders[-1]] if folders else None


def variant_differences(case, policy, lines):
    """The same for another policy or library: reports of what does not race, and silence about what does, must be
    marked."""
    for place in sorted(set(case.annotations) | set(lines)):
        annotation, reported = case.annotations.get(place), lines.get(place)
        if case.partial and annotation is None:
            continue
        expected = case.by_policy.get(place, {}).get(policy)
        if expected is None:
            expected = {"race": "race", "imprecise": "false alarm", "missed": "missed"}.get(annotation, "no race")
        if bool(reported) == (expected in ("race", "false alarm")):
            continue
        says = ("race" if annotation in ("race", "missed") else "false alarm") if reported else (
            "missed" if annotation in ("race", "missed") else "no race")
        file, number = place
        yield "\n".join([f"{file}:{number}: with {policy}: {says}, not {expected}",
                         f"    {case.lines.get(place, '')}", *[f"    reported: {text}" for text in reported or []]])


class Failed(Exception):
    def __init__(self, result, text):
        self.result, self.text = result, text


class CorpusFormat(lit.formats.FileBasedTest):
    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        folder = suite.getSourcePath(path)
        for name in sorted(os.listdir(folder)):
            if name.endswith(SOURCES) and not name.startswith("part-"):
                yield lit.Test.Test(suite, path + (name,), local_config)

    def execute(self, test, lit_config):
        source = os.path.realpath(test.getSourcePath())
        output = test.getExecPath() + ".json"
        os.makedirs(os.path.dirname(output), exist_ok=True)
        if os.path.exists(output):
            os.remove(output)
        try:
            case = read_case(source)
        except (Malformed, OSError) as error:
            return lit.Test.UNRESOLVED, str(error)

        wrong = []
        try:
            lines, complaint = self.check(test, case, output)
            wrong += [*differences(case, lines, *self.ranked(output, case)), *complaint]
            for policy in POLICIES if case.policies else ():
                lines, complaint = self.check(test, case, output, ["--context", policy])
                wrong += [*variant_differences(case, policy, lines), *complaint]
            if case.refinement:
                lines, complaint = self.check(test, case, output, ["--without", "refinement"])
                wrong += [*variant_differences(case, UNREFINED, lines), *complaint]
            if case.libraries:
                flags = libcxx_flags()
                if flags is None:
                    return lit.Test.FAIL, "libc++'s headers are missing; scripts/setup installs them"
                lines, complaint = self.check(test, case, output, flags=flags)
                wrong += [*variant_differences(case, LIBCXX, lines), *complaint]
            for level in LEVELS if case.optimised else ():
                files = self.optimise(test, case, level)
                lines, complaint = self.check(test, case, output, files=files)
                wrong += [*variant_differences(case, level, lines), *complaint]
        except Failed as failure:
            return failure.result, failure.text
        if wrong:
            return lit.Test.FAIL, self.again(test, case) + "\n".join(wrong)
        return lit.Test.PASS, ""

    def ranked(self, output, case):
        """The lines that are listed by default, and those of what does no harm."""
        with open(output, encoding="utf-8") as file:
            report = json.load(file)
        folder = os.path.dirname(case.files[0])
        return (lines_of([race for race in report["races"] if race["rank"] >= SHOWN], folder),
                lines_of(report["benign"], folder))

    def optimise(self, test, case, level):
        """The case as bitcode files, compiled with that level of optimisation."""
        folder = os.path.dirname(case.files[0])
        files = []
        for source in case.files:
            files.append(f"{test.getExecPath()}.{os.path.basename(source)}{level}.bc")
            compiler = "clang++-22" if source.endswith(".cpp") else "clang-22"
            command = [compiler, "-g", level, "-emit-llvm", "-c", source, "-o", files[-1], *case.flags]
            done = subprocess.run(command, cwd=folder, timeout=SECONDS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace")
            if done.returncode != 0:
                raise Failed(lit.Test.FAIL, f"run: {shlex.join(command)}\n{done.stdout}")
        return files

    def again(self, test, case, options=(), flags=(), files=None):
        inputs = files or [*case.files, "--", *case.flags, *flags]
        return "run: " + shlex.join([test.config.steward, "check", *options, *inputs]) + "\n"

    def check(self, test, case, output, options=(), flags=(), files=None):
        """The lines that are reported, and what is wrong about the run itself."""
        folder = os.path.dirname(case.files[0])
        again = self.again(test, case, options, flags, files)
        inputs = files or [*case.files, "--", *case.flags, *flags]
        command = [test.config.steward, "check", *options, "--min-rank", "0", "--format", "json", "-o", output, *inputs]
        try:
            done = subprocess.run(command, cwd=folder, env=test.config.environment, timeout=SECONDS,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            raise Failed(lit.Test.TIMEOUT, f"{again}not done after {SECONDS} seconds")
        if done.returncode not in (0, 1):
            raise Failed(lit.Test.FAIL, f"{again}ended with status {done.returncode}\n{done.stdout}")
        try:
            with open(output, encoding="utf-8") as file:
                report = json.load(file)
            lines = reported_lines(report, folder)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Failed(lit.Test.FAIL, f"{again}the JSON report cannot be read: {error!r}\n{done.stdout}")
        if done.returncode != (1 if report["races"] else 0):
            return lines, [f"status {done.returncode} with {len(report['races'])} races in the report"]
        return lines, []
