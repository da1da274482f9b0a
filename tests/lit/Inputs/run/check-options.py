"""Compares the table of options in a page with their declarations: check-options.py OPTIONS.H PAGE"""

import re
import sys

header, page = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
declared = {}
for kind, name, value, sentence in re.findall(r'X\(([^,]+), (\w+), (\w+), "([^"]*)"\)', header):
    default = {"nullptr": "", "false": "0", "true": "1"}.get(value, value)
    declared[name] = (default, sentence)
table = page.split("<!-- options:")[1].split("<!-- end -->")[0]
written = {name: (default.strip(), text) for name, default, text in re.findall(r"\| `(\w+)` \|([^|]*)\| (.*?) \|", table)}
for name in sorted(declared.keys() | written.keys()):
    if declared.get(name) != written.get(name):
        sys.exit(f"{name}: declared {declared.get(name)}, in the page {written.get(name)}")
if not declared:
    sys.exit("no options found")
