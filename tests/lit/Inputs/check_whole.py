"""An old file survives when there is no room for the new one: check_whole.py STEWARD REPORT FOLDER

A limit on the size of files stands for a full disk.
"""

import os
import resource
import signal
import subprocess
import sys

steward, report, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
page = os.path.join(folder, "page.html")
command = [steward, "view", report, "-o", page]


def little_room():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))


with open(page, "w") as file:
    file.write("the old one")
os.chmod(page, 0o640)
done = subprocess.run(command, preexec_fn=little_room, capture_output=True, text=True)
assert done.returncode == 2, done
assert done.stderr == f"steward: error: {page}: cannot be written: File too large\n", done.stderr
assert open(page).read() == "the old one"
assert os.listdir(folder) == ["page.html"], "nothing half done is left"

# With room it is replaced, through a link too, and keeps who may read it.
link = os.path.join(folder, "link.html")
os.symlink("page.html", link)
subprocess.run(command[:-1] + [link], check=True)
assert os.path.islink(link) and open(page).read().startswith("<!doctype html>")
assert os.stat(page).st_mode & 0o777 == 0o640

# A device is written to as it is.
full = subprocess.run(command[:-1] + ["/dev/full"], capture_output=True, text=True)
assert full.returncode == 2 and full.stderr == "steward: error: /dev/full: cannot be written: No space left on device\n"
assert not subprocess.run(command[:-1] + ["/dev/null"]).returncode
