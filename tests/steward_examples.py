"""A lit test format: every program in the tree's examples/ against the report that is expected of it.

`examples/NAME.c` (or `.cpp`) belongs to `examples/NAME.expected`; `scripts/update-examples` writes the latter. An
expected file starts with the exit status; the report follows as a user sees it, run from the root of the tree.
"""

import difflib
import os
import re
import subprocess

import lit.formats
import lit.Test

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(TREE, "examples")
SOURCES = (".c", ".cpp")


def examples():
    return sorted(name for name in os.listdir(FOLDER) if name.endswith(SOURCES))


def expected_path(name):
    return os.path.join(FOLDER, os.path.splitext(name)[0] + ".expected")


def run_example(steward, name, environment=None):
    """The report on an example, without what differs between machines and runs."""
    done = subprocess.run([steward, "check", f"examples/{name}", "--", "-pthread"], cwd=TREE, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, errors="replace")
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", done.stdout)
    text = text.replace(TREE + os.sep, "")
    text = re.sub(r"\b\d+(\.\d+)? m?s\b", "N s", text)
    text = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return f"exit status {done.returncode}\n\n{text}\n"


class ExamplesFormat(lit.formats.FileBasedTest):
    def getTestsInDirectory(self, suite, path, lit_config, local_config):
        for name in examples():
            yield lit.Test.Test(suite, path + (name,), local_config)

    def execute(self, test, lit_config):
        name = test.path_in_suite[-1]
        try:
            with open(expected_path(name), encoding="utf-8") as file:
                expected = file.read()
        except FileNotFoundError:
            return lit.Test.FAIL, f"{expected_path(name)} is missing; scripts/update-examples writes it"
        try:
            got = run_example(test.config.steward, name, test.config.environment)
        except subprocess.TimeoutExpired:
            return lit.Test.TIMEOUT, ""
        if got != expected:
            difference = difflib.unified_diff(expected.splitlines(), got.splitlines(), "expected", "got", lineterm="")
            return lit.Test.FAIL, "\n".join([*difference, "", "if this is right: scripts/update-examples"])
        return lit.Test.PASS, ""
