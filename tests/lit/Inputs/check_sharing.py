"""Checks the JSON form of what sharing.c shares: the shape that is promised, and who does what to some members."""

import json
import sys

with open(sys.argv[-1], encoding="utf-8") as file:
    report = json.load(file)
isAll = "--all" in sys.argv

assert report["version"] == 1
assert report["tool"]["name"] == "steward" and report["tool"]["version"]
assert report["skipped"] == []
assert [origin["name"] for origin in report["origins"]] == ["main", "thread run", "thread run"]
assert [origin.get("created", {}).get("line") for origin in report["origins"]] == [None, 48, 49]
assert not any(origin["several"] for origin in report["origins"])

members = {member["name"]: member for object in report["objects"] for member in object["members"]}
objects = {object["name"]: object for object in report["objects"]}
assert objects["stats"]["what"] == "global variable" and objects["stats"]["allocated"]["line"] == 21
assert objects["stats"]["allocated_by"] == [] and objects["first"]["allocated_by"] == [0]


def lines(name, kind):
    """origin -> lines"""
    uses = members[name]["uses"]
    return {use["origin"]: [place["line"] for place in use[kind]] for use in uses if use[kind]}


assert members["stats.total"]["shared"]
assert lines("stats.total", "writes") == {1: [25], 2: [29]}
assert lines("stats.total", "reads") == {0: [52], 1: [25], 2: [29]}
assert all(use["atomic"] for use in members["stats.runs"]["uses"])
# Each thread has a box of its own, though one line allocates both.
boxes = [object for object in report["objects"] if object["name"] == "box"]
assert [object["allocated_by"] for object in boxes] == ([[1], [2]] if isAll else [])
assert not any(object["shared"] for object in boxes)

for name in ["stats.last", "limit", "only_first", "written_once"]:
    assert (name in members) == isAll
    assert not isAll or not members[name]["shared"]
assert all(isAll or object["shared"] for object in report["objects"])
