"""Checks the programs of a report: FILE NAME=COMPILED/SOURCES …; every race names some of them, and no race is there twice."""

import json
import sys

report = json.load(open(sys.argv[1]))
wanted = dict(text.split("=") for text in sys.argv[2:])
found = {p["name"]: f"{p['compiled']}/{p['sources']}" for p in report["analysed"]["programs"]}
assert found == wanted, found
for program in report["analysed"]["programs"]:
    assert 0 < program["reached"] <= program["functions"] + 1, program
identities = set()
for race in report["races"]:
    assert race["programs"] and set(race["programs"]) <= set(wanted), race["programs"]
    lines = [(a["file"], a["line"], a["column"]) for a in race["accesses"]]
    identity = (race["id"], *lines)
    assert identity not in identities, identity
    identities.add(identity)
ranks = [race["rank"] for race in report["races"]]
assert ranks == sorted(ranks, reverse=True), ranks
