"""A lit test format: annotated C and C++ programs.

A case is one source file whose comments say, line by line, what `steward check` must report:

    counter++;           // race               must be part of a report
    total = counter;     // no race            must be in no report
    config->x = 1;       // imprecise: why     is safe, but is reported
    flag = 1;            // missed: why        is part of a race, but is not reported

`race` and `no race` may be followed by a colon and a remark too. A reported line without an annotation is a failure,
and so is an imprecision or a miss that is no longer one. CONTRIBUTING.md describes the directives (`flags:`, `also:`,
`partial`) that may stand in the comment at the top of a case.
"""

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
ANNOTATION = re.compile(r"(race|no race)(?::.*)?|(imprecise|missed): *\S.*")
LOOKS_LIKE_ONE = re.compile(r"(no[ -]?)?races?\b|imprecise|missed|safe\b", re.IGNORECASE)
DIRECTIVE = re.compile(r"// *(flags: *(?P<flags>.*)|also: *(?P<also>.*)|(?P<partial>partial))$")


class Malformed(Exception):
    pass


@dataclass
class Case:
    files: list = field(default_factory=list)  # absolute paths, the case itself first
    flags: list = field(default_factory=lambda: ["-pthread"])
    partial: bool = False
    annotations: dict = field(default_factory=dict)  # (file, line) -> "race", "no race", "imprecise" or "missed"
    lines: dict = field(default_factory=dict)  # (file, line) -> its text


def read_annotations(case, path):
    with open(path, encoding="utf-8") as source:
        for number, text in enumerate(source, 1):
            case.lines[path, number] = text.strip()
            code, slashes, comment = text.rpartition("//")
            comment = comment.strip()
            if not slashes or not code.strip() or code.lstrip().startswith("//"):
                continue  # no comment, or a line that is nothing but one
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
    for file in case.files:
        read_annotations(case, file)
    if not case.annotations:
        raise Malformed(f"{path}: a case without an annotation checks nothing")
    return case


def reported_lines(report, folder):
    """(file, line) -> what the report says about it, one short text for each access."""
    lines = {}
    for race in report["races"]:
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


def differences(case, lines):
    """What is wrong, one paragraph for each line of source."""
    for place in sorted(set(case.annotations) | set(lines)):
        annotation, reported = case.annotations.get(place), lines.get(place)
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

        command = [test.config.steward, "check", "--format", "json", "-o", output, *case.files, "--", *case.flags]
        again = "run: " + shlex.join([test.config.steward, "check", *case.files, "--", *case.flags]) + "\n"
        try:
            done = subprocess.run(command, cwd=os.path.dirname(source), env=test.config.environment, timeout=SECONDS,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        except subprocess.TimeoutExpired:
            return lit.Test.TIMEOUT, f"{again}not done after {SECONDS} seconds"
        if done.returncode not in (0, 1):
            return lit.Test.FAIL, f"{again}ended with status {done.returncode}\n{done.stdout}"
        try:
            with open(output, encoding="utf-8") as file:
                report = json.load(file)
            lines = reported_lines(report, os.path.dirname(source))
        except (OSError, ValueError, KeyError, TypeError) as error:
            return lit.Test.FAIL, f"{again}the JSON report cannot be read: {error!r}\n{done.stdout}"

        wrong = list(differences(case, lines))
        if done.returncode != (1 if report["races"] else 0):
            wrong.append(f"status {done.returncode} with {len(report['races'])} races in the report")
        if wrong:
            return lit.Test.FAIL, again + "\n".join(wrong)
        return lit.Test.PASS, ""
