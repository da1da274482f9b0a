"""docs/placement.md shows examples and what the tool prints about them; this keeps both true.

    placement_page.py STEWARD            compare, and show the difference
    placement_page.py STEWARD --update   write (scripts/update-examples does)

Two kinds of places in the page: `<!-- source: FILE -->` has the file, `<!-- remarks: FILE -->` what `steward cc
--steward-remarks` prints about it; both end with `<!-- end -->`.
"""

import difflib
import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
PAGE = TREE / "docs" / "placement.md"


def source(steward, file):
    return f"```c\n{(TREE / file).read_text()}```\n"


def remarks(steward, file):
    words = ["cc", "-O2", "--steward-remarks", "-c", file]
    done = subprocess.run([steward, *words, "-o", "/dev/null"], cwd=TREE, check=True, stderr=subprocess.PIPE, text=True)
    return f"```\n$ steward {' '.join(words)}\n{done.stderr.replace(f'{TREE}/', '')}```\n"


def renewed(steward):
    text = PAGE.read_text()
    for kind, make in (("source", source), ("remarks", remarks)):
        place = re.compile(rf"(<!-- {kind}: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
        text = place.sub(lambda match: match[1] + make(steward, match[2]) + match[3], text)
    return text


def main():
    steward, old = sys.argv[1], PAGE.read_text()
    new = renewed(steward)
    if sys.argv[2:] == ["--update"]:
        PAGE.write_text(new)
        return 0
    sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), "docs/placement.md", "the tool"))
    return int(old != new)


if __name__ == "__main__":
    sys.exit(main())
