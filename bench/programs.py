"""Real programs as whole-program bitcode.

The source of each comes from its Debian source packages. Its build is recorded by Bear, every recorded compile command is
repeated with clang to give bitcode, and the bitcode is linked into one file. Nothing is written into the source tree, and
the system's apt configuration is not changed.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
LLVM = "22"


@dataclass
class Part:
    """How one source package of a program is built. Commands run in the unpacked source package."""

    package: str  # Debian source package
    build: list  # the recorded command
    configure: list = field(default_factory=list)  # commands before it, not recorded
    leave_out: tuple = ()  # files that the build compiles and that do not go into the executable


# Each program is the parts that are linked into one executable: nothing of a second `main`, no assembly. What a program
# needs besides a compiler (libevent's headers for memcached, tclsh for sqlite3) is in `scripts/setup --bench`.
CC = f"CC=clang-{LLVM}"
PROGRAMS = {
    "memcached": [
        Part(
            package="memcached",
            configure=[["./configure", "--quiet", "--disable-docs", CC]],
            build=["make", "memcached"],
        ),
    ],
    # The server with its libraries, on the C library's malloc. Its build of Lua makes two programs besides.
    "redis": [
        Part(
            package="redis",
            configure=[["make", "distclean"]],
            build=["make", "-C", "src", "redis-server", "MALLOC=libc", "USE_SYSTEMD=no", "BUILD_TLS=no", CC],
            leave_out=("lua.c", "luac.c", "print.c", "linenoise.c"),
        ),
    ],
    # The shell and the amalgamation, which the build makes out of the source, with the package's search extensions.
    "sqlite3": [
        Part(
            package="sqlite3",
            configure=[["./configure", "--quiet", "--disable-tcl", "--disable-readline", "--disable-editline",
                        "--enable-threadsafe", "--enable-fts4", "--enable-fts5", CC],
                       ["make", "sqlite3.c", "shell.c"]],
            build=["make", "sqlite3"],
        ),
    ],
    "pbzip2": [
        Part(package="pbzip2", build=["make", "pbzip2", f"CXX=clang++-{LLVM} -Wno-reserved-user-defined-literal"]),
        Part(package="bzip2", build=["make", "libbz2.a", CC]),
    ],
    "zstd": [
        Part(
            package="libzstd",
            build=["make", "-C", "programs", "zstd", "HAVE_THREAD=1", "HAVE_ZLIB=0", "HAVE_LZMA=0", "HAVE_LZ4=0",
                   "ZSTD_LEGACY_SUPPORT=0", "ZSTD_NO_ASM=1", CC],
        ),
    ],
}


class Failed(Exception):
    """One line for the user."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, **how):
    """Run quietly; on failure show what the command said."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **how)
    if done.returncode != 0:
        raise Failed(f"{shlex.join(map(str, command))} failed with status {done.returncode}\n{done.stdout[-4000:]}")
    return done.stdout


def need(tool):
    if not shutil.which(tool):
        raise Failed(f"{tool} is missing; `scripts/setup --bench` installs it")


# ---------------------------------------------------------------------------------------------- source packages


def source_entries():
    """The machine's own package sources, as deb-src entries: (one-line entries, deb822 stanzas)."""
    lines, stanzas = [], []
    etc = Path("/etc/apt")
    for path in [etc / "sources.list", *sorted(etc.glob("sources.list.d/*.list"))]:
        if path.exists():
            lines += [re.sub(r"^deb(-src)?\s", "deb-src ", text) for text in path.read_text().splitlines()
                      if re.match(r"deb(-src)?\s", text)]
    for path in sorted(etc.glob("sources.list.d/*.sources")):
        for stanza in re.split(r"\n\s*\n", path.read_text()):
            kept = "\n".join(text for text in stanza.splitlines() if text.strip() and not text.startswith("#"))
            if re.search(r"(?mi)^Types:", kept) and not re.search(r"(?mi)^Enabled:\s*(no|false)", kept):
                stanzas.append(re.sub(r"(?mi)^Types:.*$", "Types: deb-src", kept))
    return lines, stanzas


@contextlib.contextmanager
def private_apt(cache):
    """Options that let apt fetch sources with lists and entries of its own, away from /etc and /var."""
    lines, stanzas = source_entries()
    if not lines and not stanzas:
        raise Failed("no package sources under /etc/apt to take source packages from")
    lists = cache / "apt-lists"
    (lists / "partial").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o755)  # apt reads it as another user
        parts = Path(temporary) / "parts"
        parts.mkdir()
        (Path(temporary) / "empty.list").touch()
        (parts / "source.list").write_text("\n".join(dict.fromkeys(lines)) + "\n")
        (parts / "source.sources").write_text("\n\n".join(dict.fromkeys(stanzas)) + "\n")
        yield ["-o", f"Dir::Etc::sourcelist={temporary}/empty.list", "-o", f"Dir::Etc::sourceparts={parts}",
               "-o", f"Dir::State::lists={lists}", "-o", f"Dir::Cache::pkgcache={temporary}/pkgcache.bin",
               "-o", f"Dir::Cache::srcpkgcache={temporary}/srcpkgcache.bin", "-o", "APT::Get::Only-Source=true",
               "-o", "APT::Sandbox::User=root"]


def fetch_source(package, cache):
    """The unpacked source of a package, fetched once."""
    folder = cache / "source" / package
    unpacked = [path for path in sorted(folder.glob("*")) if path.is_dir()]
    if unpacked:
        return unpacked[-1]
    need("dpkg-source")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with private_apt(cache) as options:
        say("fetching the list of source packages")
        run(["apt-get", *options, "update"])
        say(f"fetching the source of {package}")
        run(["apt-get", *options, "source", package], cwd=folder)
    unpacked = [path for path in sorted(folder.glob("*")) if path.is_dir()]
    if not unpacked:
        raise Failed(f"the source package {package} left no folder in {folder}")
    return unpacked[-1]


# ----------------------------------------------------------------------------------------- whole-program bitcode


def words_of(entry):
    return list(entry.get("arguments") or shlex.split(entry["command"]))


def bitcode_command(entry, output):
    """A recorded compile command, changed to give bitcode that has every access of the source still in it."""
    words = words_of(entry)
    kept, position = [], 1
    while position < len(words):
        word = words[position]
        if word in ("-o", "-MF", "-MT", "-MQ"):
            position += 1
        elif not re.match(r"-O|-g|-c$|-o|-M|-flto|-Werror", word):
            kept.append(word)
        position += 1
    language = "++" if re.search(r"\.(cc|cpp|cxx|C)$", entry["file"]) else ""
    return [f"clang{language}-{LLVM}", *kept, "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-emit-llvm", "-c", "-w",
            "-o", str(output)]


def record_build(part, cache, jobs):
    """Build a part; afterwards its compile commands stand in compile_commands.json beside its source."""
    source = fetch_source(part.package, cache)
    say(f"building {source.name}")
    record = source / "compile_commands.json"
    record.unlink(missing_ok=True)
    subprocess.run(["make", "clean"], cwd=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for command in part.configure:
        run(command, cwd=source)
    run(["bear", "--output", str(record), "--", *part.build, f"-j{jobs}"], cwd=source)


def compile_entries(part, cache):
    """The recorded compile commands of a part by their source file, without those that compile nothing into the
    executable: clang's calls of itself, lists of dependencies, a configuration's experiments, whose files are gone."""
    source = fetch_source(part.package, cache)
    entries = {}
    for entry in json.loads((source / "compile_commands.json").read_text()):
        file = Path(entry["directory"], entry["file"])
        words = words_of(entry)
        if {"-cc1", "-E", "-M", "-MM"}.isdisjoint(words) and file.name not in part.leave_out and file.exists():
            entries[os.path.relpath(file, source)] = entry
    if not entries:
        raise Failed(f"no compile command was recorded while building {part.package}")
    return entries


def build_bitcode(name, cache, jobs):
    """The path of the program's whole-program bitcode, built once."""
    result = cache / f"{name}.bc"
    if result.exists():
        return result
    for tool in ["apt-get", "bear", "make", f"clang-{LLVM}", f"llvm-link-{LLVM}"]:
        need(tool)
    folder = cache / f"{name}.modules"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    modules = {}
    for part in PROGRAMS[name]:
        record_build(part, cache, jobs)
        for key, entry in sorted(compile_entries(part, cache).items()):
            modules[folder / (re.sub(r"\W", "_", f"{part.package}_{key}") + ".bc")] = entry
    say(f"compiling {len(modules)} files to bitcode")
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(lambda item: run(bitcode_command(item[1], item[0]), cwd=item[1]["directory"]), modules.items()))
    run([f"llvm-link-{LLVM}", *map(str, modules), "-o", f"{result}.part"])
    os.replace(f"{result}.part", result)
    return result


@dataclass
class Facts:
    """What can be said of a program without looking at its bitcode."""

    version: str  # of its source packages: "pbzip2 1.1.13, bzip2 1.0.8"
    lines: int  # of the files that are compiled, without their headers


def facts(name, cache):
    """The facts of a program that was built here; nothing when only its bitcode is left."""
    versions, lines = [], 0
    for part in PROGRAMS.get(name, []):
        folders = [path for path in sorted((cache / "source" / part.package).glob("*")) if path.is_dir()]
        if not folders or not (folders[-1] / "compile_commands.json").exists():
            return None
        versions.append(re.sub(r"-(\d)", r" \1", folders[-1].name, count=1))
        for entry in compile_entries(part, cache).values():
            with open(Path(entry["directory"], entry["file"]), "rb") as file:
                lines += sum(1 for _ in file)
    return Facts(", ".join(versions), lines) if versions else None


def default_cache():
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "steward-bench"
