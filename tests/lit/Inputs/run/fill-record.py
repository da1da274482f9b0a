"""Prints a record with the addresses of an executable in it: fill-record.py EXECUTABLE TEMPLATE

{NAME} is the address of a symbol, {NAME+8} one behind it, {app} the executable's path, {low} and {high} where it begins and ends.
"""

import re
import subprocess
import sys

executable, template = sys.argv[1:]
symbols = {}
for line in subprocess.run(["llvm-nm", "--defined-only", executable], check=True, capture_output=True, text=True).stdout.splitlines():
    address, _, name = line.split()
    symbols[name] = int(address, 16)
symbols["low"], symbols["high"] = symbols["_init"], symbols["_end"]


def value(match):
    if match[1] == "app":
        return executable
    return hex(symbols[match[1]] + int(match[2] or 0))


with open(template, encoding="utf-8") as file:
    sys.stdout.write(re.sub(r"\{(\w+)(?:\+(\d+))?\}", value, file.read()))
