"""The three compilers, and one build of a program by one of them, done once and timed."""

import hashlib
import json
import os
import resource
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from packages import Package, fetch
from programs import LLVM, Failed, say
from workloads import WORKLOADS, fingerprint

PLAIN, PEER, STEWARD, COUNTING = "plain", "tsan", "steward", "counting"
# Lines cost time to compile; all have them, since reports need them.
FLAGS = "-O2 -gline-tables-only"


@dataclass
class Compiler:
    c: str
    cxx: str
    flags: str = FLAGS
    environment: tuple = ()
    made_of: str = ""  # changes when the compiler does


def compilers(steward, cache):
    """By name. Builds want a compiler that is one word, so `steward cc` gets scripts of its own."""
    plain = Compiler(f"clang-{LLVM}", f"clang++-{LLVM}")
    words = cache / "dynamic" / "compilers"
    words.mkdir(parents=True, exist_ok=True)
    for language in "cc", "c++":
        script = words / f"steward-{language}"
        script.write_text(f'#!/bin/sh\nexec "{steward}" {language} "$@"\n')
        script.chmod(0o755)
    library = Path(steward).resolve().parent.parent / "lib"
    content = b"".join(path.read_bytes() for path in (library / "StewardPlacement.so", library / "libsteward_rt.a") if path.exists())
    made_of = hashlib.sha256(content).hexdigest()[:16]
    ours = Compiler(str(words / "steward-cc"), str(words / "steward-c++"), made_of=made_of)
    counting = Compiler(ours.c, ours.cxx, environment=(("STEWARD_CC_OPTIONS", "--steward-stats"),), made_of=made_of)
    return {PLAIN: plain, PEER: Compiler(plain.c, plain.cxx, f"{FLAGS} -fsanitize=thread"), STEWARD: ours, COUNTING: counting}


def script(commands, folder, compiler, jobs):
    environment = dict(os.environ, CC=compiler.c, CXX=compiler.cxx, FLAGS=compiler.flags, JOBS=str(jobs),
                       **dict(compiler.environment))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["sh", "-euc", commands], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        (folder / "build.log").write_text(done.stdout)
        raise Failed(f"the build failed with status {done.returncode}; {folder}/build.log ends with\n{done.stdout[-1500:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def build(name, variant, compiler, cache, jobs):
    """The folder of the build, and what it took of processor time. A build is made anew when its compiler is another."""
    workload = WORKLOADS[name]
    folder = cache / "dynamic" / name / variant
    stamp = folder / "built.json"
    if stamp.exists():
        known = json.loads(stamp.read_text())
        if known.get("made_of") == [fingerprint(name), compiler.made_of]:
            return folder, known["seconds"]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for package in workload.packages:
        shutil.copytree(fetch(Package(package, []), cache), folder / package, symlinks=True)
    say(f"{name}: building, {variant}")
    script(workload.configure, folder, compiler, jobs)
    seconds = script(workload.build, folder, compiler, jobs)
    stamp.write_text(json.dumps({"made_of": [fingerprint(name), compiler.made_of], "seconds": seconds}))
    return folder, seconds
