"""Checks the SARIF report of bank.c: the parts that code-scanning services and editors read, by rules of its own."""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)

assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-schema-2.1.0.json")
(run,) = log["runs"]
driver = run["tool"]["driver"]
assert driver["name"] == "steward" and driver["semanticVersion"]
for rule in driver["rules"]:
    assert rule["shortDescription"]["text"] and rule["help"]["text"] and rule["help"]["markdown"]
assert run["invocations"][0]["executionSuccessful"] is True
assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"].startswith("file:///")

ranks = [result["rank"] for result in run["results"]]
assert ranks == sorted(ranks, reverse=True) and len(ranks) == 2


def check_location(location):
    physical = location["physicalLocation"]
    artifact = physical["artifactLocation"]
    listed = run["artifacts"][artifact["index"]]["location"]
    assert artifact["uri"] == listed["uri"] == "examples/bank.c", artifact
    assert artifact["uriBaseId"] == "%SRCROOT%"
    assert physical["region"]["startLine"] > 0
    assert physical["region"].get("startColumn", 1) > 0  # of a declaration it is not known


for result in run["results"]:
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in ("error", "warning", "note")
    assert set(result["partialFingerprints"]) == {"stewardRace/v1", "stewardStatements/v1"}
    for location in result["locations"] + result["relatedLocations"]:
        check_location(location)
    second = result["relatedLocations"][0]
    assert second["id"] == 1 and "](1)" in result["message"]["text"]
    (code_flow,) = result["codeFlows"]
    first_flow, second_flow = code_flow["threadFlows"]
    for flow, end in (first_flow, result["locations"][0]), (second_flow, second):
        for step in flow["locations"]:
            check_location(step["location"])
        last = flow["locations"][-1]
        assert last["importance"] == "essential" and last["stack"]["frames"]
        assert last["location"]["physicalLocation"]["region"]["startLine"] == end["physicalLocation"]["region"]["startLine"]
        assert last["state"]["locks"]["text"]

if len(sys.argv) > 2:
    with open(sys.argv[2], encoding="utf-8") as file:
        other = json.load(file)["runs"][0]["results"]
    fingerprints = [result["partialFingerprints"] for result in run["results"]]
    assert fingerprints == [result["partialFingerprints"] for result in other]
    assert [r["locations"] for r in run["results"]] != [r["locations"] for r in other]
