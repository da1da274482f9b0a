"""Run a command and succeed only if it ends with a given exit status: expect_status.py STATUS COMMAND…"""

import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command).returncode
if status != wanted:
    end = f"signal {-status}" if status < 0 else f"status {status}"
    print(f"expect_status: wanted status {wanted}, got {end}: {' '.join(command)}", file=sys.stderr)
    sys.exit(1)
