"""What is measured: how each program is built by a given compiler, and what it is given to do.

A program is built by two shell scripts, in a folder that holds copies of its source packages: `configure` is not timed,
`build` is. Both see CC, CXX, FLAGS and JOBS. What it then does is one process: a command whose standard output is the
result, or a server with a client that is never instrumented. Everything is deterministic but for time.
"""

import functools
import hashlib
import random
import re
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from programs import LLVM, Failed, run

HERE = Path(__file__).resolve().parent
KERNELS = ("matrix", "stencil", "fft", "nbody", "sort", "kmeans", "hashjoin", "graph")


@dataclass
class Place:
    """Where one run happens."""

    tree: Path  # as the measured compiler built it
    plain: Path  # as clang alone built it, for clients
    scratch: Path  # an empty folder, the current one of the process
    cache: Path  # inputs


@dataclass
class Workload:
    build: str
    command: Callable  # of a Place: the command line
    configure: str = "true"
    packages: tuple = ()  # Debian source packages; copies lie in folders of these names
    client: Callable = None  # of a Place and the process: loads a server and ends it; gives the result
    result: Callable = lambda output, errors: hashlib.sha256(output).hexdigest()[:16]


def text(cache, megabytes):
    """A file like prose: words of an invented language, as frequent as words are, in lines."""
    path = cache / f"text-{megabytes}.txt"
    if path.exists():
        return path
    draw = random.Random(20)
    vocabulary = ["".join(draw.choices("etaoinshrdlucmfw", k=draw.randint(1, 9))) for _ in range(20000)]
    weights = [0.0]
    for rank in range(1, len(vocabulary) + 1):
        weights.append(weights[-1] + 1 / rank)
    size = 0
    with open(f"{path}.part", "w") as file:
        while size < megabytes * 1_000_000:
            words = draw.choices(vocabulary, cum_weights=weights[1:], k=12000)
            for start in range(0, len(words), 12):
                size += file.write(" ".join(words[start:start + 12]) + "\n")
    Path(f"{path}.part").rename(path)
    return path


def wait_for(path, process):
    """A server's socket, as soon as it takes connections."""
    for _ in range(1200):
        if process.poll() is not None:
            raise Failed(f"the server ended with status {process.returncode} before it was loaded")
        with socket.socket(socket.AF_UNIX) as channel:
            try:
                channel.connect(str(path))
                return
            except OSError:
                time.sleep(0.05)
    raise Failed("the server takes no connections")


def load_redis(place, process):
    wait_for(place.scratch / "socket", process)
    client = ["-s", str(place.scratch / "socket")]
    tools = place.plain / "redis" / "src"
    run([tools / "redis-benchmark", *client, "-q", "-c", "20", "-P", "16", "-n", "120000", "-r", "20000", "-d", "64", "--seed", "1",
         "-t", "set,get,incr,lpush,rpop,sadd,hset,zadd"])
    run([tools / "redis-benchmark", *client, "-q", "-c", "20", "-P", "4", "-n", "3000", "-t", "lrange_100,lrange_300"])
    # How often a random key was drawn is decided by the seed, the order of the connections' requests is not.
    answer = run([tools / "redis-cli", *client, "dbsize"])
    subprocess.run([tools / "redis-cli", *client, "shutdown", "nosave"], stderr=subprocess.DEVNULL)
    return answer


def load_memcached(place, process):
    wait_for(place.scratch / "socket", process)
    answer = run([place.plain / "load", place.scratch / "socket", "8", "1500"])
    process.terminate()
    return answer


def found(output, _):
    """What db_bench found, without how long that took."""
    return " ".join(re.findall(r"\(\d+ of \d+ found\)", output.decode(errors="replace")))


def kernel(name):
    return Workload(build=f"$CC $FLAGS -pthread {HERE}/kernels/{name}.c -lm -o program",
                    command=lambda place: [place.tree / "program"])


def compressor(path, *words, megabytes, **how):
    return Workload(command=lambda place: [place.tree / path, *words, text(place.cache, megabytes)], **how)


WORKLOADS = {name: kernel(name) for name in KERNELS} | {
    "pbzip2": compressor(
        "pbzip2/pbzip2", "-p2", "-q", "-k", "-c", megabytes=28, packages=("bzip2", "pbzip2"),
        build="""make -s -C bzip2 clean
                 make -s -C bzip2 -j$JOBS libbz2.a CC="$CC" CFLAGS="$FLAGS -D_FILE_OFFSET_BITS=64"
                 make -s -C pbzip2 -j$JOBS pbzip2 CXX="$CXX" CXXFLAGS="$FLAGS -Wno-reserved-user-defined-literal -I../bzip2 \
                   -D_LARGEFILE64_SOURCE -D_FILE_OFFSET_BITS=64 -DUSE_STACKSIZE_CUSTOMIZATION -pthread" LDFLAGS=-L../bzip2"""),
    "zstd": compressor(
        "libzstd/programs/zstd", "-T2", "-8", "-B2MiB", "-q", "-k", "-c", megabytes=60, packages=("libzstd",),
        build="""make -s -C libzstd/programs -j$JOBS zstd HAVE_THREAD=1 HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0 \
                   ZSTD_LEGACY_SUPPORT=0 ZSTD_NO_ASM=1 CC="$CC" CFLAGS="$FLAGS" """),
    "xz": compressor(
        "xz-utils/src/xz/xz", "-T2", "-2", "--block-size=1MiB", "-q", "-k", "-c", megabytes=10, packages=("xz-utils",),
        configure="""cd xz-utils
                     ./configure --quiet --disable-shared --disable-nls --disable-doc --disable-assembler CC="$CC" CFLAGS="$FLAGS" """,
        build="make -s -C xz-utils -j$JOBS"),
    # Its copy of gnulib looks for names that the C library no longer has.
    "lbzip2": compressor(
        "lbzip2/src/lbzip2", "-n2", "-q", "-k", "-c", megabytes=30, packages=("lbzip2",),
        configure="""cd lbzip2
                     ./configure --quiet CC="$CC" CFLAGS="$FLAGS" \
                       CPPFLAGS="-D_IO_ftrylockfile -D_IO_IN_BACKUP=0x100 -D_IO_ERR_SEEN=0x20" """,
        build="make -s -C lbzip2 -j$JOBS"),
    "leveldb": Workload(
        packages=("leveldb",),
        configure="""cmake -S leveldb -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_C_COMPILER=$CC -DCMAKE_CXX_COMPILER=$CXX \
                       -DCMAKE_C_FLAGS="$FLAGS -DNDEBUG" -DCMAKE_CXX_FLAGS="$FLAGS -DNDEBUG" -DLEVELDB_BUILD_TESTS=OFF \
                       -DHAVE_SNAPPY=0 -DHAVE_TCMALLOC=0 -DHAVE_CRC32C=0""",
        build="cmake --build build -j$JOBS --target db_bench",
        command=lambda place: [place.tree / "build/db_bench", "--benchmarks=fillrandom,readrandom,readseq,compact,readrandom",
                               "--threads=2", "--num=60000", f"--db={place.scratch}/db"],
        result=found),
    # On the C library's allocator; two threads read and write connections.
    "redis": Workload(
        packages=("redis",),
        configure="make -s -C redis distclean",
        build="""make -s -C redis/src -j$JOBS redis-server redis-benchmark redis-cli MALLOC=libc USE_SYSTEMD=no BUILD_TLS=no \
                   CC="$CC" OPTIMIZATION= CFLAGS="$FLAGS" LDFLAGS="$FLAGS" """,
        command=lambda place: [place.tree / "redis/src/redis-server", "--port", "0", "--unixsocket", "socket", "--save", "",
                               "--io-threads", "2", "--io-threads-do-reads", "yes"],
        client=load_redis),
    "memcached": Workload(
        packages=("memcached",),
        configure="""clang-LLVM -O2 -pthread HERE/loads/memcached.c -o load
                     cd memcached
                     ./configure --quiet --disable-docs CC="$CC" CFLAGS="$FLAGS" """
                  .replace("LLVM", LLVM).replace("HERE", str(HERE)),
        build="make -s -C memcached -j$JOBS memcached",
        command=lambda place: [place.tree / "memcached/memcached", "-t", "2", "-s", "socket", "-m", "128", "-u", "root"],
        client=load_memcached),
    "sqlite3": Workload(
        packages=("sqlite3",),
        # All of SQLite in one file takes long to put together, and is the same for all compilers.
        configure="""made=../plain/sqlite3/sqlite3
                     if [ -f $made.c ]; then cp $made.c $made.h sqlite3/; exit; fi
                     cd sqlite3
                     ./configure --quiet --disable-tcl --disable-readline --enable-threadsafe CC=clang-LLVM
                     make -s sqlite3.c""".replace("LLVM", LLVM),
        build=f"$CC $FLAGS -DSQLITE_THREADSAFE=1 -Isqlite3 sqlite3/sqlite3.c {HERE}/loads/sqlite3.c -pthread -ldl -lm -o program",
        command=lambda place: [place.tree / "program", place.scratch]),
}


@functools.cache
def fingerprint(name):
    """Changes when what is built does."""
    workload = WORKLOADS[name]
    sources = [HERE / "kernels" / f"{name}.c", HERE / "kernels" / "team.h", HERE / "loads" / f"{name}.c"]
    content = b"".join(path.read_bytes() for path in sources if path.exists() and (name in KERNELS or path.name != "team.h"))
    return hashlib.sha256(repr((workload.configure, workload.build)).encode() + content).hexdigest()[:16]
