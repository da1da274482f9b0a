"""Writes a compile database: FOLDER SOURCE …"""

import json
import os
import sys

folder, *sources = sys.argv[1:]
entries = [{"directory": folder, "file": source, "arguments": ["gcc", "-g", "-Ilib", "-c", source, "-o", source + ".o"]}
           for source in sources]
with open(os.path.join(folder, "compile_commands.json"), "w") as file:
    json.dump(entries, file)
