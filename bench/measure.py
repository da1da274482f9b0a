"""Time and memory of reading a program's bitcode, and of `steward check` on it, stage by stage."""

import json
import math
import os
import resource
import shlex
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from programs import LLVM, Failed

MIB = 1 << 20


@dataclass
class Cost:
    seconds: float  # that passed
    cpu: float  # seconds of processor time: what else the machine does hardly shows
    peak: float  # MiB
    status: int = 0
    ended: str = "itself"  # or by "time", "memory", "stop"; "killed": by someone else, most often for lack of memory


class Watch(threading.Thread):
    """Ends a process at a time limit, or as soon as `done()` says that it has done what is wanted of it."""

    def __init__(self, process, limit, done):
        super().__init__(daemon=True)
        self.process, self.limit, self.done = process, limit, done
        self.over = threading.Event()
        self.reason = "itself"

    def run(self):
        end = time.monotonic() + self.limit
        while not self.over.wait(min(0.1, max(0.0, end - time.monotonic()))):
            if time.monotonic() >= end or (self.done and self.done()):
                self.reason = "time" if time.monotonic() >= end else "stop"
                self.process.kill()
                return


def measure(command, limit, memory=None, done=None):
    """What one process costs. It may take `limit` seconds of processor time and, if given, `memory` MiB of address space.
    On a machine that is busy otherwise more time may pass, but not without end."""

    def restrict():
        # The soft limit has a signal of its own, which tells it from the system's killing.
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 5))
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory * MIB, memory * MIB))

    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, preexec_fn=restrict)
        watch = Watch(process, 4 * limit, done)
        watch.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            watch.over.set()
            watch.join()
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        text = errors.read().decode(errors="replace")
    ended = watch.reason
    if process.returncode not in (0, 1) and ended == "itself":
        if process.returncode == -signal.SIGXCPU:
            ended = "time"
        elif process.returncode == -signal.SIGKILL:
            ended = "killed"
        elif memory and ("bad_alloc" in text or "out of memory" in text.lower()):
            ended = "memory"
        else:
            raise Failed(f"{shlex.join(command)} ended with status {process.returncode}\n{text[-4000:]}")
    return Cost(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, ended)


def median(costs):
    middle = {name: statistics.median(getattr(cost, name) for cost in costs) for name in ("seconds", "cpu", "peak")}
    return Cost(**middle, status=costs[-1].status, ended=costs[-1].ended)


def measure_reading(bitcode, limit):
    cost = measure([f"opt-{LLVM}", "-passes=verify", "-disable-output", str(bitcode)], limit)
    if cost.status or cost.ended != "itself":
        raise Failed(f"opt-{LLVM} cannot read {bitcode}")
    return cost


@dataclass
class Check:
    """One run of `steward check`, or the medians of several."""

    whole: Cost
    stages: dict  # Cost by stage, of those that came to their end
    running: str  # the stage that was under way at the end; nothing when all are done
    figures: dict  # what --statistics says
    details: dict  # by stage, in words

    def until(self, last):
        """What the stages up to and with the last cost together; nothing when it did not come to its end."""
        if last not in self.stages:
            return None
        names = list(self.stages)
        costs = [self.stages[name] for name in names[: names.index(last) + 1]]
        return Cost(sum(c.seconds for c in costs), sum(c.cpu for c in costs), max(c.peak for c in costs))


def read_statistics(path):
    """The figures, or nothing while they are being written."""
    try:
        return json.loads(Path(path).read_text())
    except (OSError, json.JSONDecodeError):
        return None


def measure_check(steward, bitcode, arguments, limit, memory=None, until=None):
    """Check a program. With `until`, the run is ended once that stage is done."""
    with tempfile.TemporaryDirectory() as temporary:
        file = os.path.join(temporary, "statistics.json")

        def done():
            figures = read_statistics(file)
            return until in [stage["stage"] for stage in figures["stages"]] if figures else False

        command = [steward, "check", "--quiet", "--statistics", file, *arguments, "-o", "/dev/null", str(bitcode)]
        whole = measure(command, limit, memory, done if until else None)
        figures = read_statistics(file)
    if not figures:
        raise Failed(f"{shlex.join(command)} left no statistics")
    stages = {s["stage"]: Cost(s["seconds"], s["cpu_seconds"], s["peak_mib"]) for s in figures["stages"]}
    details = {s["stage"]: s["detail"] for s in figures["stages"]}
    return Check(whole, stages, figures["running"], figures, details)


def median_of_checks(checks):
    """Of runs that came equally far; the figures are the same in each."""
    first = checks[0]
    stages = {name: median([check.stages[name] for check in checks if name in check.stages]) for name in first.stages}
    return Check(median([check.whole for check in checks]), stages, first.running, first.figures, first.details)
