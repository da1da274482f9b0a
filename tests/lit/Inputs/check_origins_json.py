"""Checks the JSON list of the origins of server.c."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)

assert report["version"] == 1
assert report["tool"]["name"] == "steward" and report["tool"]["version"]
origins = report["origins"]
assert [origin["id"] for origin in origins] == list(range(len(origins)))
by_entry = {origin["entry"]: origin for origin in origins}
assert {entry: origin["kind"] for entry, origin in by_entry.items()} == {
    "main": "main", "work": "thread", "on_read": "event", "on_term": "signal", "on_crash": "signal",
    "on_tick": "timer", "on_packet": "declared", "save": "exit"}
assert {entry for entry, origin in by_entry.items() if origin["multiplicity"] == "1"} == {"main", "save"}

main, work = by_entry["main"], by_entry["work"]
assert "parent" not in main and "created" not in main
assert "parent" not in by_entry["on_packet"]
for entry in ("work", "on_term", "on_crash", "on_tick", "save", "on_read"):
    assert by_entry[entry]["parent"] == main["id"]
    assert by_entry[entry]["created"]["line"] > 0 and by_entry[entry]["created"]["stack"]
assert [frame["function"] for frame in work["created"]["stack"]] == ["main", "start_workers"]
assert work["attributes"] == ["workers"] and by_entry["on_read"]["attributes"] == ["workers"]
assert by_entry["on_read"]["runs_on"] == work["id"] and by_entry["on_read"]["loop"]["line"] == 31
assert by_entry["save"]["runs_on"] == main["id"] and "loop" not in by_entry["save"]
