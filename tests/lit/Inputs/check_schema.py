"""Checks JSON files against a JSON schema: check_schema.py SCHEMA FILE…"""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema, format_checker=jsonschema.FormatChecker())
failed = False
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        document = json.load(file)
    for error in validator.iter_errors(document):
        failed = True
        print(f"{name}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
sys.exit(failed)
