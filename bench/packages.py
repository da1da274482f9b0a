"""Real programs that are checked whole, as their own builds make them: where each comes from, and how it is built.

A package that the machine's package sources list but no longer hold in full is still good for its upstream archive, and
sometimes only another version's archive is to be had; `archives` names those, as they lie in the pool of a package source.
"""

import re
import shutil
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from programs import Failed, fetch_source, private_apt, run, say, source_entries

# Debian's builds use GCC; so do these.
CMAKE = ["cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release"]


@dataclass
class Package:
    """Commands run in a copy of the unpacked source, with `-jN` added to the build."""

    source: str  # Debian source package
    build: list  # the recorded command
    configure: list = field(default_factory=list)  # commands before it, not recorded
    programs: tuple = ()  # of those that the build links; empty: all
    archives: tuple = ()  # paths in the pool, for when the package cannot be had whole


PACKAGES = {
    "memcached": Package("memcached", ["make", "memcached"], [["./configure", "--quiet", "--disable-docs"]]),
    "redis": Package("redis", ["make", "-C", "src", "redis-server", "MALLOC=libc", "USE_SYSTEMD=no", "BUILD_TLS=no"],
                     [["make", "distclean"]], ("redis-server",)),
    "pigz": Package("pigz", ["make", "pigz"], archives=("p/pigz/pigz_2.8.orig.tar.xz",)),
    "pbzip2": Package("pbzip2", ["make", "pbzip2"]),
    # Its copy of gnulib looks for names that the C library no longer has.
    "lbzip2": Package("lbzip2", ["make"],
                      [["./configure", "--quiet", "CPPFLAGS=-D_IO_ftrylockfile -D_IO_IN_BACKUP=0x100 -D_IO_ERR_SEEN=0x20"]],
                      ("lbzip2",)),
    "zstd": Package("libzstd", ["make", "-C", "programs", "zstd", "HAVE_ZLIB=0", "HAVE_LZMA=0", "HAVE_LZ4=0",
                                "ZSTD_NO_ASM=1"], programs=("zstd",)),
    "xz-utils": Package("xz-utils", ["make"], [["./configure", "--quiet", "--disable-shared", "--disable-nls",
                                               "--disable-doc", "--disable-assembler"]], ("xz",)),
    "axel": Package("axel", ["make"], [["./configure", "--quiet", "--disable-nls"]], ("axel",),
                    ("a/axel/axel_2.17.14.orig.tar.gz",)),
    "aget": Package("aget", ["make"]),
    "transmission": Package("transmission", ["cmake", "--build", "build"],
                            [[*CMAKE, "-DENABLE_DAEMON=ON", "-DENABLE_GTK=OFF", "-DENABLE_QT=OFF", "-DENABLE_TESTS=OFF"]],
                            ("transmission-daemon",)),
    "openvswitch": Package("openvswitch", ["make"], [["./configure", "--quiet"]], ("ovs-vswitchd",)),
    "sqlite3": Package("sqlite3", ["make", "sqlite3"],
                       [["./configure", "--quiet", "--disable-tcl", "--disable-readline", "--enable-threadsafe"],
                        ["make", "sqlite3.c", "shell.c"]], ("sqlite3",)),
    "leveldb": Package("leveldb", ["cmake", "--build", "build", "--target", "db_bench"],
                       [[*CMAKE, "-DLEVELDB_BUILD_TESTS=OFF"]], ("db_bench",)),
}


def unpack(archive, folder):
    """The folder that an archive holds."""
    inside = folder / "unpacked"
    shutil.rmtree(inside, ignore_errors=True)
    inside.mkdir()
    run(["tar", "-xf", str(archive), "-C", str(inside)])
    found = [path for path in sorted(inside.glob("*")) if path.is_dir()]
    if not found:
        raise Failed(f"{archive.name} holds no folder")
    target = folder / found[0].name
    found[0].rename(target)
    inside.rmdir()
    return target


def pools():
    """Where the machine's package sources keep their packages."""
    lines, stanzas = source_entries()
    found = [word for line in lines for word in line.split() if "://" in word]
    found += [word for stanza in stanzas for text in re.findall(r"(?mi)^URIs:(.*)$", stanza) for word in text.split()]
    return [f"{uri.rstrip('/')}/pool/main" for uri in dict.fromkeys(found) if uri.rstrip("/").endswith("/debian")]


def upstream_archive(package, folder, cache):
    """The upstream archive of the listed version, or one of the others that are known by name."""
    with private_apt(cache) as options:
        try:
            run(["apt-get", *options, "source", "--download-only", "--tar-only", package.source], cwd=folder)
        except Failed:
            pass
    for archive in sorted(folder.glob("*.orig.tar.*")):
        if not archive.name.endswith(".asc"):
            return archive
    for path in package.archives:
        for pool in pools():
            target = folder / Path(path).name
            try:
                with urllib.request.urlopen(f"{pool}/{path}", timeout=60) as answer:
                    target.write_bytes(answer.read())
                return target
            except (urllib.error.URLError, TimeoutError):
                continue
    return None


def why_not(error):
    """What apt said, in a few words."""
    text = str(error)
    if "Unable to find a source package" in text:
        return "no such source package"
    missing = re.findall(r"/([^/\s]+)\s+404", text)
    return f"not held by the package source: {', '.join(dict.fromkeys(missing))}" if missing else text.splitlines()[0]


def fetch(package, cache):
    """The unpacked source, fetched once: the whole package, or else its upstream part."""
    folder = cache / "source" / package.source
    try:
        return fetch_source(package.source, cache)
    except Failed as error:
        say(f"{package.source}: the package cannot be had whole, trying its upstream archive")
        archive = upstream_archive(package, folder, cache)
        if not archive:
            raise Failed(why_not(error)) from error
        return unpack(archive, folder)
