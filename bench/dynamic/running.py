"""One run of one build, measured; and what a detector said of races in it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from building import COUNTING, PEER, PLAIN, STEWARD
from programs import Failed
from workloads import WORKLOADS, Place

# Both write down what they find and nothing more: names for addresses are looked up when all is measured, the exit
# status is the program's, and ThreadSanitizer does not wait a second for other threads' reports.
PEER_OPTIONS = "exitcode=0:atexit_sleep_ms=0:symbolize=0"
# By default ThreadSanitizer reports one race for an address, whatever else happens there; this is for counting.
PEER_ALL = "exitcode=0:atexit_sleep_ms=0:suppress_equal_addresses=0"
STEWARD_OPTIONS = "exit_status=0:print=0:report_file={records}"


@dataclass
class Run:
    cpu: float  # user and system
    wall: float
    peak: float  # MiB
    result: str
    races: int
    errors: str


class Peak(threading.Thread):
    """The most memory that a process had at a time, MiB. What the system says at its end is no use: it counts the process
    that it was before it became this program, which is Python."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.path, self.mebibytes, self.over = f"/proc/{process.pid}/status", 0.0, threading.Event()

    def run(self):
        while not self.over.wait(0.02):
            try:
                found = re.search(r"VmHWM:\s+(\d+) kB", Path(self.path).read_text())
            except OSError:
                return
            if found:
                self.mebibytes = max(self.mebibytes, int(found[1]) / 1024)


def environment(variant, scratch, symbols):
    words = {PEER: ("TSAN_OPTIONS", PEER_ALL if symbols else PEER_OPTIONS),
             STEWARD: ("STEWARD_OPTIONS", STEWARD_OPTIONS.format(records=scratch / "races")),
             COUNTING: ("STEWARD_OPTIONS", STEWARD_OPTIONS.format(records=scratch / "races") + ":stats=1")}
    return dict(os.environ, **dict([words[variant]] if variant in words else []))


def report(steward, scratch, log=None):
    """How many reports Steward's records make; as text in a file, too."""
    records = [str(path) for path in sorted(scratch.glob("races.*"))]
    if not records:
        return 0
    command = [steward, "run", "-q", "--fail-on", "none", "--read", *records]
    if log:
        subprocess.run([*command, "-o", str(log)], stderr=subprocess.DEVNULL)
    done = subprocess.run([*command, "--format", "json", "-o", str(scratch / "races.json")], stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Failed(f"steward run --read failed: {done.stderr.strip()}")
    return len(json.loads((scratch / "races.json").read_text())["races"])


def run(name, variant, trees, cache, steward, limit, symbols=False, log=None):
    """`trees`: the folder of each build. Ends the process after `limit` seconds."""
    workload = WORKLOADS[name]
    scratch = Path(tempfile.mkdtemp(prefix="steward-bench-"))
    try:
        place = Place(trees[variant], trees[PLAIN], scratch, cache)
        command = list(map(str, workload.command(place)))
        with open(scratch / "output", "w+b") as output, open(scratch / "errors", "w+b") as errors:
            start = time.perf_counter()
            process = subprocess.Popen(command, cwd=scratch, stdout=output, stderr=errors, stdin=subprocess.DEVNULL,
                                       env=environment(variant, scratch, symbols))
            timer = threading.Timer(limit, process.kill)
            timer.start()
            peak = Peak(process)
            peak.start()
            try:
                answer = workload.client(place, process) if workload.client else None
            except Failed:
                process.kill()
                raise
            finally:
                _, status, usage = os.wait4(process.pid, 0)
                wall = time.perf_counter() - start
                expired = not timer.is_alive()
                peak.over.set()
                timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            said, complaints = output.read(), errors.read().decode(errors="replace")
        if expired:
            raise Failed(f"not done after {limit:g} s")
        if process.returncode != 0:
            raise Failed(f"ended with status {process.returncode}\n{complaints[-1500:]}")
        races = complaints.count("WARNING: ThreadSanitizer: data race") if variant == PEER else 0
        if variant == PEER and log:
            log.write_text(complaints)
        if variant == STEWARD:
            races = report(steward, scratch, log)
        if variant == COUNTING:  # standard error may be closed by then
            complaints = "".join(path.read_text(errors="replace") for path in sorted(scratch.glob("races.*")))
        result = answer if workload.client else workload.result(said, complaints)
        return Run(usage.ru_utime + usage.ru_stime, wall, peak.mebibytes, result.strip(), races, complaints)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def counts(errors):
    """Of a build that counts: accesses and checks, as its records have them."""
    found = {what: int(number) for what, number in re.findall(r'^stat "(accesses|checks)\b[^"]*counting" (\d+)', errors, re.M)}
    if set(found) != {"accesses", "checks"}:
        raise Failed(f"no counts in its record:\n{errors[-1500:]}")
    return found
