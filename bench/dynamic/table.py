"""The table of docs/performance.md, and whether the goals are met."""

import math
import statistics

# Overhead is time beyond the plain run. What is below a hundredth of the plain run cannot be told from noise on a machine
# that others use too, and a mebibyte is what a bigger executable takes; both would make ratios of nothing. So much is
# taken at least.
LEAST_TIME = 0.01
LEAST_MEBIBYTES = 1.0

OVERHEAD, EACH, MEMORY, COMPILING = 0.39, 1.0, 0.5, 2.0
NONE = "–"


def middle(runs, what):
    return statistics.median(run[what] for run in runs)


def ratio(runs, what, least):
    """Of what Steward's runs take beyond the plain ones, to what ThreadSanitizer's do."""
    plain, peer, ours = (middle(runs[variant], what) for variant in ("plain", "tsan", "steward"))
    least = least(plain)
    return max(ours - plain, least) / max(peer - plain, least)


def figures(program):
    """By name, or nothing for a program that was not measured to the end."""
    if "failed" in program:
        return None
    runs, compiling = program["runs"], program["compiling"]
    return {
        "time": ratio(runs, "cpu", lambda plain: LEAST_TIME * plain),
        "wall": ratio(runs, "wall", lambda plain: LEAST_TIME * plain),
        "memory": ratio(runs, "peak", lambda plain: LEAST_MEBIBYTES),
        "compiling": compiling["steward"] / compiling["tsan"],
        "checks": program["counts"]["checks"] / max(1, program["counts"]["accesses"]),
    }


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def number(value):
    return f"{value:.2f}" if value < 9.995 else f"{value:.0f}"


def row(name, program):
    found = figures(program)
    if not found:
        return [name, program["failed"].splitlines()[0], *[NONE] * 12]
    runs = program["runs"]
    times = [number(middle(runs[variant], what)) for what in ("cpu", "wall") for variant in ("plain", "tsan", "steward")]
    peaks = " / ".join(f"{middle(runs[variant], 'peak'):.0f}" for variant in ("plain", "tsan", "steward"))
    races = " / ".join(str(max(run["races"] for run in runs[variant])) for variant in ("tsan", "steward"))
    same = len({run["result"] for variant in runs for run in runs[variant]}) == 1
    checks = found["checks"]
    return [name, *times, number(found["time"]), peaks, number(found["memory"]), number(found["compiling"]),
            f"{checks:.3f}" if checks >= 0.0005 else "0.000", races, "yes" if same else "no"]


HEADS = ["program:", "plain, s", "TSan, s", "Steward, s", "plain, wall s", "TSan, wall s", "Steward, wall s", "overhead ratio",
         "peak MiB: plain / TSan / Steward:", "memory ratio", "compile time ratio", "check ratio",
         "races: TSan / Steward:", "same output:"]


def lines(heads, rows):
    yield "| " + " | ".join(head.rstrip(":") if head.endswith(":") else head for head in heads) + " |"
    yield "|" + "|".join("---" if head.endswith(":") else "---:" for head in heads) + "|"
    for cells in rows:
        yield "| " + " | ".join(cells) + " |"


def goals(programs):
    """(what, bound, measured, met), and which program is the worst."""
    measured = {name: figures(program) for name, program in programs.items() if figures(program)}
    if not measured:
        return []
    worst = max(measured, key=lambda name: measured[name]["time"])
    found = [("overhead of ThreadSanitizer's, geometric mean", OVERHEAD, mean([f["time"] for f in measured.values()])),
             (f"overhead of ThreadSanitizer's, the worst: {worst}", EACH, measured[worst]["time"]),
             ("memory beyond plain of ThreadSanitizer's, geometric mean", MEMORY, mean([f["memory"] for f in measured.values()])),
             ("compile time of ThreadSanitizer's, geometric mean", COMPILING, mean([f["compiling"] for f in measured.values()]))]
    return [(what, bound, value, value <= bound) for what, bound, value in found]


def render(numbers):
    programs = numbers["programs"]
    rows = [row(name, program) for name, program in programs.items()]
    measured = [figures(program) for program in programs.values() if figures(program)]
    if measured:
        means = {what: number(mean([f[what] for f in measured])) for what in ("time", "memory", "compiling")}
        checks = mean([max(f["checks"], 0.001) for f in measured])
        rows.append(["geometric mean", *[""] * 6, means["time"], "", means["memory"], means["compiling"], f"{checks:.3f}", "", ""])
    at = f" at {numbers['commit']}" if numbers["commit"] else ""
    text = [f"Made by `{numbers['command']}`{at}: medians of {numbers['repeat']}; seconds of processor time, user and system, "
            "unless they are wall time.", "", *lines(HEADS, rows), ""]
    met = [[what, f"{bound:g}", f"{value:.3f}", "PASS" if good else "FAIL"] for what, bound, value, good in goals(programs)]
    return "\n".join([*text, *lines(["goal:", "at most", "measured", "met:"], met)]) + "\n"
