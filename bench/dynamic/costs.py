"""Small programs that print what something costs, built plain, with ThreadSanitizer and with Steward, side by side."""
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def add_options(parser):
    parser.add_argument("--steward", default=f"{ROOT}/build/release/bin/steward", metavar="FILE", help="the compiler to measure")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="runs, of which the least counts (%(default)s)")


def measure(program, arguments):
    environment = dict(os.environ, TSAN_OPTIONS="exitcode=0", STEWARD_OPTIONS="exit_status=0")
    output = subprocess.run([program, *map(str, arguments)], stdout=subprocess.PIPE, env=environment, text=True, check=True)
    pairs = (line.rsplit(maxsplit=1) for line in output.stdout.splitlines())
    return {way: float(time) for way, time in pairs}


def print_tables(options, source, flags, tables):
    """For each title, one table: the program's lines, nanoseconds at their end, run with the title's arguments."""
    end = "++" if source.endswith(".cpp") else ""
    plain = "clang++-22" if end else "clang-22"
    compilers = {"plain": [plain], "TSan": [plain, "-fsanitize=thread"], "Steward": [options.steward, "c++" if end else "cc"]}
    with tempfile.TemporaryDirectory() as folder:
        for name, compiler in compilers.items():
            subprocess.run([*compiler, "-O2", "-g1", "-pthread", *flags, f"{HERE}/{source}", "-o", f"{folder}/{name}"], check=True)
        for title, arguments in tables.items():
            least = {name: {} for name in compilers}
            for _ in range(options.repeat):
                for name in compilers:
                    for way, time in measure(f"{folder}/{name}", arguments).items():
                        least[name][way] = min(time, least[name].get(way, time))
            print(f"\n{title}\n\n| | plain, ns | TSan, ns | Steward, ns | overhead ratio |\n|---|---:|---:|---:|---:|")
            for way, time in least["plain"].items():
                tsan, steward = least["TSan"][way], least["Steward"][way]
                print(f"| {way} | {time:.1f} | {tsan:.1f} | {steward:.1f} | {(steward - time) / max(tsan - time, 0.1):.2f} |")
