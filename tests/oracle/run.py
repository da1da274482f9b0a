#!/usr/bin/env python3
"""Runs generated programs under the oracle.

    run.py --steward FILE [--seed N] [--count N | --seconds N] [--jobs N] [--keep FOLDER]

Several programs are one executable, compiled three times. Those that trace themselves, without optimisation and at a level
that the first seed decides, are run and their logs replayed: every access covered, every check legitimate, every race of
the plain detector found and no other (docs/oracle.md); what races when optimised must race in the source too. The third is
as users get it, and must report races, with the same schedule, in the programs that have some by the trace, of bytes that race,
and of nothing else.

A failure is one line with the seeds that show it again, and status 1.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
SECONDS = 60  # of a run that does not end
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-O2 -march=x86-64-v3", "-O3 -march=x86-64-v4 -mprefer-vector-width=512"]


class Failure(Exception):
    pass


def call(command, **more):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              timeout=SECONDS, **more)
    except subprocess.TimeoutExpired:
        raise Failure(f"does not end: {' '.join(command)}") from None


def can_run(flags):
    with open("/proc/cpuinfo", encoding="ascii") as about:
        known = about.read()
    return ("v4" not in flags or "avx512vl" in known) and ("v3" not in flags or "avx2" in known)


class Symbols:
    """Which variable an address is in, and where in it."""

    def __init__(self, program):
        self.ranges = []
        for line in call(["nm", "-S", program]).stdout.splitlines():
            words = line.split()
            if len(words) == 4 and words[3].startswith("p"):
                self.ranges.append((int(words[0], 16), int(words[1], 16), words[3]))

    def name(self, at):
        for start, size, name in self.ranges:
            if start <= at < start + size:
                return name, at - start
        return "heap", None


class Batch:
    def __init__(self, options, seeds, folder):
        self.options, self.seeds, self.folder = options, seeds, folder
        choose = random.Random(seeds[0])
        levels = [level for level in LEVELS if can_run(level)]
        self.flags = (options.flags or choose.choice(levels)).split()
        self.exact = choose.randrange(2) if options.exact is None else options.exact
        # So little time that it is numbered anew every now and then (renumbering.h), or as much as there is.
        self.spans = choose.choice([0, 4, 20]) if options.spans is None else options.spans

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, name, flags, *more):
        program = self.path(name)
        done = call([self.options.steward, "cc", *flags, "-w", *more, self.path("program.c"), self.options.turns, "-no-pie",
                     "-pthread", "-o", program])
        if done.returncode:
            raise Failure(f"does not compile\n{done.stdout}")
        return program

    def run(self, program, **settings):
        settings |= {"print": 0, "exit_status": 66, "exact": self.exact}
        if self.spans:
            settings |= {"spans": self.spans, "renumber": 1}
        text = ":".join(f"{name}={value}" for name, value in settings.items())
        done = call([program], env={**os.environ, "STEWARD_OPTIONS": text})
        if done.returncode not in (0, 66):
            raise Failure(f"{program} ends with status {done.returncode}\n{done.stdout}")
        files = [name for name in os.listdir(self.folder) if re.fullmatch(r"(trace|record)\.\d+", name)]
        if len(files) != 1:
            raise Failure(f"{program} left {len(files)} files, not one")
        return self.path(files[0]), done.returncode

    # The programs run one after the other, and threads are numbered as they start: a number tells the program.
    def thread_programs(self):
        number, programs = 1, {}
        self.disciplined = set()
        for seed in self.seeds:
            program = generate.Program(seed).make()
            if program.breaks == 0.0:
                self.disciplined.add(seed)
            for _ in range(1, program.created):
                number += 1
                programs[number] = seed
        return programs

    def identify(self, symbols, at, threads):
        """The program, the variable and the byte in it; of the heap only that it is."""
        seeds = {self.programs[thread] for thread in threads if thread in self.programs}
        return (min(seeds, default=0), *symbols.name(at))

    def traced(self, name, flags):
        """The bytes that race, by the plain detector, and counts."""
        program = self.compile(name, flags, "--steward-trace")
        log, _ = self.run(program, trace=self.path("trace"))
        replayed = call([self.options.replay, "--races", log])
        os.remove(log)
        if replayed.returncode:
            lines = [line for line in replayed.stdout.splitlines() if not line.startswith("racy")]
            raise Failure("\n".join([f"{name} {' '.join(flags)}:", *lines[:-1][:self.options.lines], lines[-1]]))
        racy, symbols = set(), Symbols(program)
        for line in replayed.stdout.splitlines():
            if line.startswith("racy"):
                _, at, one, other = line.split()
                racy.add(self.identify(symbols, int(at, 16), (int(one), int(other))))
        numbers = [int(number) for number in re.findall(r"\d+", replayed.stdout.splitlines()[-1])]
        return racy, numbers

    def reported(self):
        """For each race that is reported, the bytes that it may be about."""
        program = self.compile("plain", self.flags)
        record, status = self.run(program, report_file=self.path("record"))
        found, symbols = [], Symbols(program)
        with open(record, encoding="utf-8", errors="replace") as file:
            sides = [line.split() for line in file if line.startswith("access ")]
        os.remove(record)
        for now, earlier in zip(sides[::2], sides[1::2]):
            start, size = int(now[2], 0), int(now[3])
            found.append({self.identify(symbols, at, (int(now[4]), int(earlier[4]))) for at in range(start, start + size)})
        if bool(found) != (status == 66):
            raise Failure(f"{len(found)} races in the record, and status {status}")
        return found

    def check(self):
        self.programs = self.thread_programs()
        with open(self.path("program.c"), "w", encoding="utf-8") as file:
            file.write(generate.generate(self.seeds))
        # Without optimisation, accesses are those of the source.
        source, _ = self.traced("source", ["-O0"])
        wrong = [each for each in source if each[0] in self.disciplined]
        if wrong:
            raise Failure(f"the generator's fault: races where the program keeps everything apart: {some(wrong)}")
        racy, numbers = self.traced("traced", self.flags)
        if racy - source:
            raise Failure(f"races that the source does not have, by {' '.join(self.flags)}: {some(racy - source)}")
        found = self.reported()
        for race in found:
            if not race & source:
                raise Failure(f"reported without tracing, and no race: {some(race)}")
            if not race & racy:
                raise Failure(f"reported without tracing, and no race by the trace: {some(race)}")
        missed = {each[0] for each in racy} - {each[0] for race in found for each in race}
        if missed:
            raise Failure(f"have races by the trace, and none is reported without tracing: {sorted(missed)}")
        return len({each[0] for each in racy}), numbers


def some(things):
    return ", ".join(map(str, sorted(things, key=str)[:5]))


def run_batch(options, seeds):
    """The counts, and what is wrong."""
    folder = tempfile.mkdtemp(prefix=f"{seeds[0]}-", dir=options.keep)
    batch = Batch(options, seeds, folder)
    try:
        return batch.check(), ""
    except Failure as failure:
        again = f"tests/oracle/run.py --exact {batch.exact} --spans {batch.spans} --flags='{' '.join(batch.flags)}' --seeds {','.join(map(str, seeds))}"
        return None, f"seeds {seeds[0]}…{seeds[-1]}: {failure}\n  again: {again}"
    finally:
        if not options.keeps:
            for name in os.listdir(folder):
                os.remove(os.path.join(folder, name))
            os.rmdir(folder)


def narrow(options, seeds):
    """One seed that fails by itself, if there is one. Flags and options are the batch's."""
    whole, single = Batch(options, seeds, ""), argparse.Namespace(**vars(options))
    single.flags, single.exact, single.spans = " ".join(whole.flags), whole.exact, whole.spans
    for seed in seeds:
        _, wrong = run_batch(single, [seed])
        if wrong:
            return wrong
    return ""


def batches(options):
    if options.seeds:
        yield options.seeds
        return
    end = time.monotonic() + options.seconds if options.seconds else None
    seed = options.seed
    while end is None and seed < options.seed + options.count or end is not None and time.monotonic() < end:
        yield list(range(seed, seed + options.together))
        seed += options.together


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    build = os.path.join(HERE, "../../build/release/bin")
    parser.add_argument("--steward", default=os.path.join(build, "steward"))
    parser.add_argument("--seed", type=int, default=0, help="the first (%(default)s)")
    parser.add_argument("--seeds", type=lambda text: [int(word) for word in text.split(",")], help="these, in one executable")
    parser.add_argument("--count", type=int, default=300, help="how many programs (%(default)s)")
    parser.add_argument("--seconds", type=float, help="as many as can be run in this time")
    parser.add_argument("--together", type=int, default=20, help="programs in one executable (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--flags", help="of the compiler; default: by the seed")
    parser.add_argument("--exact", type=int, choices=[0, 1], help="the runtime's option; default: by the seed")
    parser.add_argument("--spans", type=int, help="the runtime's option; 0: all there are; default: by the seed")
    parser.add_argument("--lines", type=int, default=3, help="violations that are printed of a program (%(default)s)")
    parser.add_argument("--keep", metavar="FOLDER", help="where programs are left")
    options = parser.parse_args()
    options.steward = os.path.abspath(options.steward)
    options.replay = os.path.join(os.path.dirname(options.steward), "steward-replay")
    options.keeps = bool(options.keep)

    programs = racy = failures = 0
    totals = collections.Counter()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        options.keep = options.keep or folder
        os.makedirs(options.keep, exist_ok=True)
        options.turns = os.path.join(folder, "turns.o")
        done = call(["clang-22", "-O2", "-c", os.path.join(HERE, "turns.c"), "-o", options.turns])
        if done.returncode:
            sys.exit(done.stdout)
        waiting, source = set(), batches(options)
        while True:
            while len(waiting) < options.jobs and (seeds := next(source, None)):
                task = pool.submit(run_batch, options, seeds)
                task.seeds = seeds
                waiting.add(task)
            if not waiting:
                break
            ready, waiting = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for task in ready:
                counts, wrong = task.result()
                programs += len(task.seeds)
                if wrong:
                    failures += 1
                    print((len(task.seeds) > 1 and narrow(options, task.seeds)) or wrong, flush=True)
                else:
                    racy += counts[0]
                    totals.update(dict(zip(["accesses", "checks", "claims", "bytes"], counts[1])))
    print(f"oracle: {programs} programs, {racy} with races; {totals['accesses']} accesses, {totals['checks']} checks, "
          f"{totals['bytes']} racy bytes; {failures} failures")
    return 1 if failures or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
