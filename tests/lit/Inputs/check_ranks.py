"""Checks the report of forgotten.c: one write of three accesses holds no lock."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    (race,) = json.load(file)["races"]

assert race["rank"] >= 0.9, race["rank"]
assert any("higher rank: 2 of 3 accesses hold 'lock'" in reason for reason in race["why"]), race["why"]
assert race["locks"][0]["lock"] == "lock" and race["locks"][0]["held"] == 2 and race["locks"][0]["of"] == 3
assert any(remedy.startswith("taking 'lock' for the write at") for remedy in race["remedies"]), race["remedies"]
