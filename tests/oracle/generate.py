#!/usr/bin/env python3
"""Random multithreaded programs in C whose schedule is forced. Same seed, same program.

    generate.py SEED…          prints one file with a function for each seed, and a main that calls them

A program is a list of steps, each of one thread, in the order in which they are going to happen; the steps of a thread,
one after the other, are its code. Where the thread changes, a count of turns that the detector cannot see passes the
control on (turns.c). So what a step may do is known when it is made: which locks are free, what a semaphore holds.

Some programs touch what they like. Others keep a discipline: memory has a lock or an owner, and is handed on with
synchronisation; most of these have no race, and some break it once in a while.
"""

import random
import sys

from statements import FIELDS, TYPES, Memory, Statements

ORDERS = {
    "load": ["relaxed", "acquire", "seq_cst"],
    "store": ["relaxed", "release", "seq_cst"],
    "change": ["relaxed", "acquire", "release", "acq_rel", "seq_cst"],
    "fence": ["acquire", "release", "acq_rel", "seq_cst"],
}


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"p{seed}"
        choose = self.random
        self.threads = choose.randint(2, 4)
        self.has_fences = seed // 20 % 3 != 0  # relaxed operations are simpler where nothing in the executable has any
        self.breaks = choose.choice([1.0, 1.0, 0.0, 0.0, 0.0, 0.03, 0.1])  # how often a step does as it likes
        self.declarations, self.setup, self.functions = [], [], []
        self.code = [[] for _ in range(self.threads)]
        self.turn, self.running = 0, None
        self.created, self.fresh = 1, 0
        self.locks = {}  # name: (kind, set of holders, is exclusive)
        self.atomics = []
        self.declare()

    # What there is

    def declare(self):
        choose, name = self.random, self.name
        fields = " ".join(f"{kind} {field};" for field, kind in FIELDS)
        self.declarations.append(f"struct {name}_t {{ {fields} }};")
        self.memory = []
        for i in range(choose.randint(3, 6)):
            kind = choose.choice(["scalar", "array", "array", "array", "struct", "heap"])
            element = f"struct {name}_t" if kind == "struct" else choose.choice(TYPES)
            count = 1 if kind == "scalar" else choose.choice([4, 9, 16, 40, 70, 200])
            each = Memory(f"{name}_m{i}", kind, element, count)
            text = {"scalar": f"{element} {each.name};", "heap": f"{element}* {each.name};"}
            self.declarations.append(text.get(kind, f"{element} {each.name}[{count}];"))
            if kind in ("array", "struct") and choose.random() < 0.4:
                half = count if kind == "struct" else count // 2
                self.memory += [Memory(each.name, kind, element, half, None, part) for part in (0, 1)]
            else:
                self.memory.append(each)
        for i in range(choose.randint(1, 3)):
            kind = choose.choice(["mutex", "mutex", "rwlock", "spin", "semaphore"])
            self.add_lock(f"{name}_l{i}", kind)
        for each in self.memory:
            each.guard = choose.choice([*self.locks, None])
        for i in range(choose.randint(1, 2)):
            kind = choose.choice(["unsigned char", "unsigned short", "unsigned", "unsigned long"])
            self.declarations.append(f"_Atomic {kind} {name}_a{i};")
            self.atomics.append((f"{name}_a{i}", kind))
        self.declare_functions()

    def add_lock(self, lock, kind):
        types = {"mutex": "pthread_mutex_t", "rwlock": "pthread_rwlock_t", "spin": "pthread_spinlock_t", "semaphore": "sem_t"}
        inits = {"mutex": f"pthread_mutex_init(&{lock}, 0);", "rwlock": f"pthread_rwlock_init(&{lock}, 0);",
                 "spin": f"pthread_spin_init(&{lock}, 0);", "semaphore": f"sem_init(&{lock}, 0, 1);"}
        self.declarations.append(f"{types[kind]} {lock};")
        self.setup.append(inits[kind])
        self.locks[lock] = (kind, set(), False)

    def declare_functions(self):
        """Functions that are given two pointers; some take a lock themselves."""
        choose = self.random
        self.helpers = []
        for i in range(choose.randint(1, 3)):
            name, element = f"{self.name}_f{i}", choose.choice(TYPES)
            p, q = Memory("p", "array", element, 4, "n"), Memory("q", "array", element, 4, "n")
            writes = [each for each in (p, q) if choose.random() < 0.5]
            lock = choose.choice([*self.locks, None, None])
            # What the lock guards; through the pointers there is what the caller may touch, with the lock or without.
            guarded = [each for each in self.memory if each.guard == lock and each.kind != "heap"] if lock else []
            before, after = (Statements(choose, [p, q], writes, 1).some(1, 2) for _ in range(2))
            middle = Statements(choose, [p, q, *guarded], [*writes, *guarded], 1).some(1, 3)
            if lock:
                middle = self.lock_call(lock, True) + middle + self.unlock_call(lock)
            leave = f"if (s % 7 == {choose.randrange(7)}) return s;\n" if choose.random() < 0.4 else ""
            attribute = choose.choice(["__attribute__((noinline)) ", "static ", ""])
            self.functions.append(f"{attribute}unsigned long {name}({element}* p, {element}* q, long n, unsigned long s, "
                                  f"long v1, long v2, long v3) {{\n{before}{leave}{middle}{after}return s;\n}}\n")
            self.helpers.append((name, element, p in writes, q in writes, lock))

    # What a thread may touch

    def rights(self, thread):
        """What it may read and write."""
        alive = [each for each in self.memory if each.alive]
        if self.random.random() < self.breaks:
            return alive, alive
        read, write = [], []
        for each in alive:
            if each.guard:
                _, holders, exclusive = self.locks[each.guard]
                if thread in holders:
                    read.append(each)
                    if exclusive:
                        write.append(each)
            elif each.owner == thread:
                read.append(each)
                write.append(each)
        return read, write

    # Writing code

    def emit(self, thread, text):
        self.begin(thread)
        self.code[thread].append(text)

    def turns(self, what, argument=""):
        prefix = "__steward_" if self.random.random() < 0.6 else ""
        return f"{prefix}oracle_{what}({argument});\n"

    def begin(self, thread):
        if self.running == thread:
            return
        self.end()
        self.code[thread].append(self.turns("begin", str(self.turn)))
        self.running = thread

    def end(self):
        if self.running is None:
            return
        self.code[self.running].append(self.turns("end"))
        self.turn += 1
        self.running = None

    def new(self, kind, prefix, init):
        self.fresh += 1
        name = f"{self.name}_{prefix}{self.fresh}"
        self.declarations.append(f"{kind} {name};")
        if init:
            self.setup.append(init.format(name))
        return name

    # Steps

    def lock_call(self, lock, exclusive):
        kind = self.locks[lock][0]
        return {"mutex": f"pthread_mutex_lock(&{lock});\n", "spin": f"pthread_spin_lock(&{lock});\n",
                "rwlock": f"pthread_rwlock_{'wr' if exclusive else 'rd'}lock(&{lock});\n",
                "semaphore": f"sem_wait(&{lock});\n"}[kind]

    def unlock_call(self, lock):
        return {"mutex": f"pthread_mutex_unlock(&{lock});\n", "spin": f"pthread_spin_unlock(&{lock});\n",
                "rwlock": f"pthread_rwlock_unlock(&{lock});\n", "semaphore": f"sem_post(&{lock});\n"}[self.locks[lock][0]]

    def step_work(self, thread):
        self.emit(thread, Statements(self.random, *self.rights(thread)).some(1, 4))

    def step_critical(self, thread):
        lock = self.random.choice(list(self.locks))
        kind, holders, exclusive = self.locks[lock]
        wants = kind != "rwlock" or self.random.random() < 0.6
        if holders and (wants or exclusive or thread in holders):
            if kind == "mutex" and self.random.random() < 0.5:  # it is held, so this does not get it
                self.emit(thread, f"s += pthread_mutex_trylock(&{lock});\n")
            return
        self.emit(thread, self.lock_call(lock, wants))
        self.locks[lock] = (kind, holders | {thread}, wants)
        self.step_work(thread)
        if self.random.random() < 0.8:
            self.unlock(thread, lock)

    def unlock(self, thread, lock):
        kind, holders, exclusive = self.locks[lock]
        self.emit(thread, self.unlock_call(lock))
        self.locks[lock] = (kind, holders - {thread}, exclusive)

    def step_unlock(self, thread):
        held = [lock for lock, (_, holders, _) in self.locks.items() if thread in holders]
        if held:
            self.unlock(thread, self.random.choice(held))

    def step_call(self, thread):
        name, element, writes_p, writes_q, lock = self.random.choice(self.helpers)
        if lock and self.locks[lock][1]:
            return
        read, write = self.rights(thread)

        def fitting(of):
            return [each for each in of if each.element == element and each.count >= 4 and each.kind != "struct" and each.part is None]
        p, q = fitting(write if writes_p else read), fitting(write if writes_q else read)
        if not p or not q:
            return
        p, q = self.random.choice(p), self.random.choice(q)
        from_p, from_q = self.random.randrange(p.count - 3), self.random.randrange(q.count - 3)
        most = min(p.count - from_p, q.count - from_q)
        self.emit(thread, f"s += {name}({p.name} + {from_p}, {q.name} + {from_q}, {self.random.randint(4, most)}, s, v1, v2, v3);\n")

    def order(self, kind):
        return "memory_order_" + self.random.choice(ORDERS[kind])

    def atomic(self):
        at, kind = self.random.choice(self.atomics)
        load, store, change = (self.order(kind) for kind in ("load", "store", "change"))
        fence = f"atomic_thread_fence({self.order('fence')});\n" if self.has_fences else "s ^= 1;\n"
        return self.random.choice([
            fence,
            f"s += atomic_load_explicit(&{at}, {load});\n",
            f"atomic_store_explicit(&{at}, s, {store});\n",
            f"s += atomic_fetch_add_explicit(&{at}, 1, {change});\n",
            f"s += atomic_exchange_explicit(&{at}, s, {change});\n",
            f"{{ {kind} e = {self.random.choice(['s', at])};\n"
            f"s += atomic_compare_exchange_strong_explicit(&{at}, &e, 5, {change}, {self.order('load')}); }}\n"])

    def step_atomic(self, thread):
        for _ in range(self.random.randint(1, 3)):
            self.emit(thread, self.atomic())
        if self.random.random() < 0.3:  # also where a loop or a condition is around it
            inside = Statements(self.random, *self.rights(thread), 2).some(1, 2)
            self.emit(thread, self.random.choice([f"if (s & 1) {{\n{inside}{self.atomic()}{inside}}}\n",
                                                  f"for (int k = 0; k < v3; k++) {{\n{inside}{self.atomic()}}}\n"]))

    def give(self, giver, taker):
        for each in self.memory:
            if not each.guard and each.owner == giver and self.random.random() < 0.6:
                each.owner = taker

    def step_handoff(self, giver):
        """By a semaphore, an atomic variable, fences, or a mutex."""
        taker = self.other(giver)
        if taker is None:
            return
        way = self.random.choice(["semaphore", "atomic", "change", "mutex"] + ["fences"] * self.has_fences)
        if way == "semaphore":
            at = self.new("sem_t", "s", "sem_init(&{}, 0, 0);")
            before, after = f"sem_post(&{at});\n", f"sem_wait(&{at});\n"
        elif way == "mutex":
            at = self.new("pthread_mutex_t", "h", "pthread_mutex_init(&{}, 0);")
            before = after = f"pthread_mutex_lock(&{at});\npthread_mutex_unlock(&{at});\n"
        else:
            at = self.new("_Atomic unsigned", "x", "")
            before = {"atomic": f"atomic_store_explicit(&{at}, 1, memory_order_release);\n",
                      "fences": f"atomic_thread_fence(memory_order_release);\natomic_store_explicit(&{at}, 1, memory_order_relaxed);\n",
                      "change": f"atomic_fetch_add_explicit(&{at}, 1, memory_order_release);\n"}[way]
            after = {"atomic": f"s += atomic_load_explicit(&{at}, memory_order_acquire);\n",
                     "fences": f"s += atomic_load_explicit(&{at}, memory_order_relaxed);\natomic_thread_fence(memory_order_acquire);\n",
                     "change": f"s += atomic_fetch_add_explicit(&{at}, 1, memory_order_acq_rel);\n"}[way]
        self.emit(giver, before)
        self.step_work_of(giver, 0.3, but_not_given=True)
        self.emit(taker, after)
        self.give(giver, taker)
        self.step_work(taker)

    def step_work_of(self, thread, probability, but_not_given):
        """What the giver goes on with is what it keeps; in a program without discipline, anything."""
        if self.breaks == 1.0 and self.random.random() < probability:
            self.step_work(thread)

    def other(self, thread):
        others = [each for each in range(self.created) if each != thread]
        return self.random.choice(others) if others else None

    def step_condition(self, waiter):
        signaller = self.other(waiter)
        if signaller is None:
            return
        mutex = self.new("pthread_mutex_t", "cm", "pthread_mutex_init(&{}, 0);")
        condition = self.new("pthread_cond_t", "cc", "pthread_cond_init(&{}, 0);")
        flag = self.new("int", "cf", "")
        self.emit(waiter, f"pthread_mutex_lock(&{mutex});\n")
        self.step_work(waiter)
        self.end()
        self.code[waiter].append(f"while (!{flag}) pthread_cond_wait(&{condition}, &{mutex});\n")
        self.emit(signaller, f"pthread_mutex_lock(&{mutex});\n{flag} = 1;\n")
        self.step_work(signaller)
        self.emit(signaller, f"pthread_cond_signal(&{condition});\npthread_mutex_unlock(&{mutex});\n")
        self.give(signaller, waiter)
        self.step_work(waiter)
        self.emit(waiter, f"pthread_mutex_unlock(&{mutex});\n")

    def step_barrier(self, _):
        if self.created < 2:
            return
        barrier = self.new("pthread_barrier_t", "b", f"pthread_barrier_init(&{{}}, 0, {self.created});")
        order = list(range(self.created))
        self.random.shuffle(order)
        for thread in order:
            self.step_work(thread)
            self.begin(thread)
            self.end()
            self.code[thread].append(f"pthread_barrier_wait(&{barrier});\n")
        for each in self.memory:
            if not each.guard:
                each.owner = self.random.choice(order)

    def step_heap(self, thread):
        heap = [each for each in self.memory if each.kind == "heap"]
        if not heap:
            return
        each = self.random.choice(heap)
        allowed = self.random.random() < self.breaks or (
            each.owner == thread if not each.guard else thread in self.locks[each.guard][1] and self.locks[each.guard][2])
        if not allowed:
            return
        if each.alive:
            self.emit(thread, f"free({each.name});\n")
        else:
            bytes_ = f"{each.count} * sizeof *{each.name}"
            self.emit(thread, self.random.choice([f"{each.name} = malloc({bytes_});\nmemset({each.name}, 1, {bytes_});\n",
                                                  f"{each.name} = calloc({each.count}, sizeof *{each.name});\n"]))
        each.alive = not each.alive

    def step_interleaved(self, thread):
        """Two threads take turns within a loop of each."""
        other = self.other(thread)
        if other is None:
            return
        self.end()
        rounds, first = self.random.randint(2, 5), self.turn
        for place, each in enumerate((thread, other)):
            read, write = self.rights(each)
            body = Statements(self.random, read, write, 2, 1).some(1, 2)
            arrays = [memory for memory in read if memory.count >= rounds and memory.kind != "scalar"]
            if arrays:
                body += Statements(self.random, read, write, 2, 1).access("k", self.random.choice(arrays))
            before = "" if self.random.random() < 0.7 else self.atomic()
            begin, end = self.turns("begin", f"{first + place} + 2 * k"), self.turns("end")
            self.code[each].append(f"for (long k = 0; k < __steward_oracle_value({rounds}); k++) {{\n{begin}{before}{body}{end}}}\n")
        self.turn += 2 * rounds

    def step_create(self, _):
        if self.created == self.threads:
            return
        # What the creator did so far is before it.
        self.emit(0, f"pthread_create(&{self.name}_h[{self.created}], 0, {self.name}_run{self.created}, 0);\n")
        self.created += 1
        self.give(0, self.created - 1)

    def make(self):
        steps = ["work"] * 3 + ["critical"] * 4 + ["unlock", "call", "call", "atomic", "atomic", "handoff", "handoff", "condition",
                                                     "barrier", "heap", "heap", "interleaved", "create"]
        self.step_work(0)
        for _ in range(self.random.randint(1, self.threads - 1)):
            self.step_create(0)
        for _ in range(self.random.randint(4, 16)):
            getattr(self, "step_" + self.random.choice(steps))(self.random.randrange(self.created))
        for lock, (_, holders, _) in list(self.locks.items()):
            for thread in sorted(holders):
                self.unlock(thread, lock)
        self.end()
        return self

    def text(self):
        name, local = self.name, "unsigned long s = {};\nlong v1 = __steward_oracle_value(3), v2 = __steward_oracle_value(7), v3 = __steward_oracle_value(2);\n"
        sink = "__steward_oracle_sink(s);\n"
        parts = [*self.declarations, f"pthread_t {name}_h[{self.threads}];\n", *self.functions]
        for thread in range(1, self.created):
            parts.append(f"static void* {name}_run{thread}(void* unused) {{\n{local.format(thread)}{''.join(self.code[thread])}{sink}return 0;\n}}\n")
        joins = "".join(f"pthread_join({name}_h[{thread}], 0);\n" for thread in range(1, self.created))
        last = Statements(self.random, [each for each in self.memory if each.alive], []).some(1, 2)
        frees = "".join(f"free({each.name});\n" for each in self.memory if each.kind == "heap" and each.alive)
        parts.append(f"static void {name}_all(void) {{\noracle_reset();\n{chr(10).join(self.setup)}\n{local.format(0)}{''.join(self.code[0])}{joins}{last}{frees}{sink}}}\n")
        return "\n".join(parts)


HEAD = """#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
void oracle_reset(void), oracle_begin(long), oracle_end(void), __steward_oracle_begin(long), __steward_oracle_end(void);
long __steward_oracle_value(long);
void __steward_oracle_sink(unsigned long);
"""


def generate(seeds):
    programs = [Program(seed).make() for seed in seeds]
    calls = "".join(f"  {program.name}_all();\n" for program in programs)
    return HEAD + "\n".join(program.text() for program in programs) + f"\nint main(void) {{\n{calls}  return 0;\n}}\n"


if __name__ == "__main__":
    sys.stdout.write(generate([int(word) for word in sys.argv[1:]]))
