"""Checks a statistics file of race.c: the shape that is promised to other programs, and the figures that are plain.

usage: check_statistics.py FILE STAGE…      the stages that the run came through"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    statistics = json.load(file)
stages = sys.argv[2:]

assert [stage["stage"] for stage in statistics["stages"]] == stages
assert all(set(stage) == {"stage", "seconds", "cpu_seconds", "peak_mib", "detail"} for stage in statistics["stages"])
assert statistics["running"] is None
assert abs(statistics["seconds"] - sum(stage["seconds"] for stage in statistics["stages"])) < 1e-6
assert statistics["peak_mib"] == max(stage["peak_mib"] for stage in statistics["stages"]) > 0
assert statistics["program"]["functions"] >= 1 and statistics["program"]["instructions"] >= 1

parts = {
    "pointer analysis": {"pointer", "dereferences", "indirect_calls"},
    "sharing": {"sharing", "shared_dereferences"},
    "order": {"order"},
    "races": {"races", "refinement"},
}
expected = {part for stage in stages for part in parts.get(stage, ())}
assert set(statistics) - {"stages", "running", "seconds", "peak_mib", "program"} == expected

if "races" in stages:
    assert set(statistics["pointer"]) == {
        "context", "functions", "instances", "pointers", "objects", "locations", "edges", "sweeps"}
    assert statistics["pointer"]["context"] == "origin:1"
    for part in "dereferences", "shared_dereferences", "indirect_calls":
        assert set(statistics[part]) == {"per_instance", "per_instruction"}
        for figures in statistics[part].values():
            assert set(figures) == {"sites", "empty", "mean", "p90", "max"}
    assert statistics["shared_dereferences"]["per_instruction"]["mean"] == 1
    assert set(statistics["sharing"]) == {
        "origins", "shared_objects", "shared_allocations", "shared_accesses", "shared_instructions"}
    assert statistics["sharing"]["origins"] == 2
    assert set(statistics["order"]) == {"states", "locks", "frames"}
    races = statistics["races"]
    assert set(races) == {"reports", "locations", "pairs", "look_ups"}
    assert races["reports"] == 1 and races["locations"] == 2 and races["pairs"] >= races["look_ups"] > 0
    assert set(statistics["refinement"]) == {"pairs", "refuted", "addresses", "given_up", "steps", "seconds"}
    assert statistics["refinement"]["pairs"] >= 1 and statistics["refinement"]["refuted"] == 0
