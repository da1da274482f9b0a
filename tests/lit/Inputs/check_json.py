"""Checks a JSON report of race.c: the shape that is promised to other programs, and the one race."""

import json
import sys

with open(sys.argv[-1], encoding="utf-8") as file:
    report = json.load(file)

assert report["version"] == 1
assert report["tool"]["name"] == "steward" and report["tool"]["version"]
assert set(report["analysed"]) >= {"functions", "origins", "shared_objects", "skipped"}
assert report["analysed"]["functions"] >= 2 and report["analysed"]["origins"] >= 2
assert bool(report.get("costs")) == ("--costs" in sys.argv)
assert all({"stage", "seconds", "peak_bytes", "detail"} <= set(stage) for stage in report.get("costs", []))

(race,) = report["races"]
assert race["id"]
assert race["status"] == "suspected"
assert race["kind"] in ("conflicting-access", "multiple-write")
assert isinstance(race["rank"], (int, float))
assert race["object"]["name"] == "counter"
assert race["object"]["allocated"]["line"] == 3
assert len(race["accesses"]) == 2
assert isinstance(race["more"], list) and isinstance(race["why"], list) and race["why"]
for access in race["accesses"] + race["more"]:
    assert access["kind"] in ("read", "write")
    assert access["file"].endswith("race.c") and access["line"] in (6, 13) and access["column"] > 0
    assert access["function"] in ("worker", "main")
    assert access["origin"]
    assert access["locks"] == []
    assert access["stack"] and all({"function", "file", "line"} <= set(frame) for frame in access["stack"])
assert {access["line"] for access in race["accesses"]} == {6, 13}
