"""Compares a text report with itself in colour and with links: check_style.py PLAIN COLOUR LINKS"""

import re
import sys

plain, colour, links = (open(name, encoding="utf-8", newline="").read() for name in sys.argv[1:])

assert "\x1b" not in plain
assert "\x1b[0;1;35mwarning: " in colour
assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain

link = re.compile(r"\x1b\]8;;(file://[^/]*/[^\x1b]*)\x1b\\([^\x1b]*)\x1b\]8;;\x1b\\")
found = link.findall(links)
assert found and link.sub(r"\2", links) == plain, "without the links, the text is the same"
for target, text in found:
    name, line, *_ = text.split(":")
    assert target.endswith(name + "#" + line), (target, text)
