"""Random statements of C over memory that a thread may touch. Control flow depends on values that only the run knows."""

# Unsigned, so that no sum is undefined.
TYPES = ["unsigned char", "unsigned short", "unsigned", "unsigned long"]
FIELDS = [("a", "unsigned char"), ("b", "unsigned short"), ("c", "unsigned"), ("d", "unsigned long"), ("e", "unsigned char"),
          ("f", "unsigned")]


class Memory:
    """A variable, a block of the heap, or what a pointer points to: `count` elements, or `bound` of them, known at run time."""

    def __init__(self, name, kind, element, count, bound=None, part=None):
        self.name, self.kind, self.element, self.count, self.bound = name, kind, element, count, bound
        self.part = part  # of a variable whose even and odd elements or fields are kept apart; None: all of it
        self.guard = None  # a lock
        self.owner = 0  # a thread, where there is no lock
        self.alive = kind != "heap"

    def at(self, random, index):
        if self.kind == "scalar":
            return self.name
        if self.kind == "struct":
            return f"{self.name}[{index}].{random.choice(FIELDS if self.part is None else FIELDS[self.part::2])[0]}"
        if self.part is not None:
            return f"{self.name}[2 * ({index}) + {self.part}]"
        return f"{self.name}[{index}]"


class Statements:
    """`read` and `write` are what may be touched. What is made is text."""

    def __init__(self, random, read, write, depth=0, loops=0):
        self.random, self.read, self.write, self.depth, self.loops = random, read, write, depth, loops

    def chance(self, probability):
        return self.random.random() < probability

    def number(self):
        return str(self.random.randrange(1, 100))

    def place(self, memory, index=None):
        if index is None:
            index = self.random.randrange(memory.count)
            if self.chance(0.3):
                index = f"s % {memory.count}"
        return memory.at(self.random, index)

    def inside(self, more_loops=0):
        return Statements(self.random, self.read, self.write, self.depth + 1, self.loops + more_loops)

    def some(self, least, most):
        return "".join(self.one() for _ in range(self.random.randint(least, most)))

    def one(self):
        if not self.read:
            return f"s = s * 3 + {self.number()};\n"
        kinds = ["access"] * 5 + ["fields"]
        if self.depth < 3:
            kinds += ["if", "if", "switch"]
            if self.loops < 2:
                kinds += ["loop"] * 4 + ["search", "do", "rows", "scan", "scan", "leave"]
        if self.depth < 2:
            kinds += ["copy", "pointer"]
        return getattr(self, "make_" + self.random.choice(kinds))()

    def access(self, index=None, memory=None):
        """One access or two, of one element."""
        if self.write and (memory is None or memory in self.write) and self.chance(0.5):
            place = self.place(memory or self.random.choice(self.write), index)
            return self.random.choice([f"{place} = s + {self.number()};\n", f"{place} += {self.number()};\n",
                                       f"{place} = {self.number()};\n", f"s += {place}++;\n"])
        return f"s += {self.place(memory or self.random.choice(self.read), index)};\n"

    def make_access(self):
        return self.access()

    def make_fields(self):
        """Neighbours: several accesses that one check may stand for."""
        memory = self.random.choice(self.write if self.write and self.chance(0.6) else self.read)
        if memory.count < 4:
            return self.access()
        start = self.random.randrange(memory.count - 3)
        return "".join(self.access(start + self.random.randrange(4), memory) for _ in range(self.random.randint(2, 4)))

    def condition(self):
        return self.random.choice(["s & 1", "s % 3 == 0", "v1 < v2", "v2 == 7", "s > 1000", "v3"])

    def make_if(self):
        text = f"if ({self.condition()}) {{\n{self.inside().some(1, 3)}}}"
        if self.chance(0.5):
            text += f" else {{\n{self.inside().some(1, 3)}}}"
        return text + "\n"

    def make_switch(self):
        cases = "".join(f"case {i}: {self.inside().some(1, 2)}{'break;' if self.chance(0.7) else ''}\n" for i in range(3))
        return f"switch (s % 5) {{\n{cases}default: {self.inside().one()}}}\n"

    def counter(self, memory):
        kinds = ["int", "long", "unsigned", "size_t"] + (["unsigned char"] if memory.count < 200 else [])
        return f"i{self.loops}", self.random.choice(kinds)

    def bounds(self, memory):
        """Where a loop begins, where it ends, and what must hold of its end."""
        if memory.bound and self.chance(0.7):
            return "0", memory.bound
        first = self.random.randrange(memory.count)
        last = self.random.randint(first, memory.count)
        if self.chance(0.5):
            return str(first), str(last)
        return f"__steward_oracle_value({first})", f"__steward_oracle_value({last})"

    def body(self, index, memory):
        text = "".join(self.access(index, memory) for _ in range(self.random.randint(1, 2)))
        others = [other for other in self.read if other.count >= memory.count and other is not memory and not memory.bound]
        if others and self.chance(0.3):
            text += self.access(index, self.random.choice(others))
        if self.chance(0.4):
            text += self.inside(1).one()
        if self.chance(0.2):
            text = f"if ({self.condition()}) {{\n{text}}}\n"
        if self.chance(0.15):
            text += f"if (s % 17 == {self.number()} % 17) {self.random.choice(['break', 'continue'])};\n"
        return text

    def memory(self):
        arrays = [memory for memory in self.read if memory.kind != "scalar"]
        return self.random.choice(arrays) if arrays else None

    def make_loop(self):
        memory = self.memory()
        if not memory:
            return self.access()
        name, kind = self.counter(memory)
        first, last = self.bounds(memory)
        step = self.random.choice([1, 1, 1, 2, 3, 7])
        body = self.body(name, memory)
        if self.chance(0.2):  # backwards; a step of 1 reaches the beginning exactly
            return f"for (long {name} = {last}; {name}-- > {first};) {{\n{body}}}\n"
        return f"for ({kind} {name} = {first}; {name} < {last}; {name} += {step}) {{\n{body}}}\n"

    def make_do(self):
        memory = self.memory()
        if not memory:
            return self.access()
        name, _ = self.counter(memory)
        return f"{{ long {name} = 0; do {{\n{self.body(name, memory).replace('continue', 'break')}}} while (++{name} < {memory.bound or memory.count}); }}\n"

    def make_search(self):
        memory = self.memory()
        if not memory:
            return self.access()
        name, kind = self.counter(memory)
        first, last = self.bounds(memory)
        place, wanted = memory.at(self.random, name), self.number()
        put = f"{self.place(memory)} = {wanted};\n" if memory in self.write and self.chance(0.6) else ""  # so that it is found
        return (f"{put}for ({kind} {name} = {first}; {name} < {last}; {name}++) {{\n"
                f"if ({place} == {wanted}) break;\n{self.access(name, memory) if self.chance(0.5) else ''}s += {name};\n}}\n")

    def make_leave(self):
        """A loop that is left in several places, and that passes over some of its accesses."""
        memory = self.memory()
        if not memory:
            return self.access()
        name, kind = self.counter(memory)
        first, last = self.bounds(memory)
        place = memory.at(self.random, name)
        parts = [f"if ({place} == {self.number()}) {self.random.choice(['break', 'goto out', 'continue'])};\n", self.access(name, memory),
                 f"if ((s += {self.number()}) % {self.random.choice([3, 11, 37])} == 0) {self.random.choice(['break', 'goto out'])};\n"]
        others = [other for other in self.read if other.count >= memory.count and other is not memory and not memory.bound]
        if others:
            parts.append(self.access(name, self.random.choice(others)))
        self.random.shuffle(parts)
        return (f"{{ __label__ out; for ({kind} {name} = {first}; {name} < {last}; {name}++) {{\n{''.join(parts)}}}\n"
                f"{self.access()}out:; }}\n")

    def make_scan(self):
        """Pointers that go on until something is found: a difference, an end, a value that is there."""
        arrays = [memory for memory in self.read if memory.kind not in ("scalar", "struct") and memory.part is None and not memory.bound]
        if not arrays:
            return self.make_leave()
        memory, other = self.random.choice(arrays), self.random.choice(arrays)
        length = self.random.randint(1, min(memory.count, other.count))
        at, there = self.random.randint(0, memory.count - length), self.random.randint(0, other.count - length)
        p, q, end = f"p{self.depth}", f"q{self.depth}", f"e{self.depth}"
        head = f"{{ {memory.element} *{p} = &{memory.name}[{at}], *{end} = {p} + __steward_oracle_value({length});\n"
        twin = f"{other.element}* {q} = &{other.name}[{there}];\n"
        wanted = self.number()
        ways = [f"{twin}while ({p} < {end} && *{p} == *{q}) ++{p}, ++{q};\n",
                f"while ({end} > {p} && *--{end} != {wanted}) s++;\n",
                f"{twin}do {{ s += *{q}++; }} while (++{p} < {end} && *{p} != {wanted});\n"]
        if other in self.write:
            ways.append(f"{twin}while ({p} < {end} && (*{q} = *{p}) != {wanted}) ++{p}, ++{q};\n")
        if memory in self.write:
            ways.append(f"{end}[-1] = {wanted};\nwhile (*{p} != {wanted}) {self.random.choice(['s++, ', ''])}++{p};\n")
            ways.append(f"while ({p} < {end} && *{p} != {wanted}) *{p}++ += {self.number()};\n")
        return f"{head}{self.random.choice(ways)}s += {end} - {p}; }}\n"

    def make_rows(self):
        """Two loops, one in the other, over an array as rows."""
        memory = self.memory()
        if not memory or memory.count < 6:
            return self.make_loop()
        width = self.random.randint(2, memory.count // 2)
        rows = memory.count // width
        outer, inner = f"r{self.loops}", f"c{self.loops}"
        used = self.random.randint(1, width)
        head = [f"for (int {outer} = 0; {outer} < __steward_oracle_value({rows}); {outer}++)",
                f"for (int {inner} = 0; {inner} < {self.random.choice([str(used), f'__steward_oracle_value({used})'])}; {inner}++)"]
        extra = "s++;\n" if self.chance(0.3) else ""
        if self.chance(0.3):
            head.reverse()
        body = self.access(f"{outer} * {width} + {inner}", memory)
        # What is beside it, or below: checks of both may be one.
        beside = self.random.choice([1, used, width])
        if (rows - 1) * width + used - 1 + beside < memory.count and self.chance(0.5):
            body += self.access(f"{outer} * {width} + {inner} + {beside}", memory)
        return f"{head[0]} {{\n{extra}{head[1]} {{\n{body}}}\n}}\n"

    def make_copy(self):
        if not self.write:
            return self.access()
        into = self.random.choice(self.write)
        if into.part is not None:
            return self.access()
        start = "&" + into.name if into.kind == "scalar" else into.name
        size = f"sizeof(*{start})"
        if self.chance(0.4):
            return f"memset({start}, {self.number()}, {self.random.randint(1, into.count)} * {size});\n"
        sources = [memory for memory in self.read if memory.element == into.element and memory is not into and memory.part is None]
        if not sources:
            return self.access()
        source = self.random.choice(sources)
        count = self.random.randint(1, min(into.count, source.count))
        amount = str(count) if self.chance(0.5) else f"__steward_oracle_value({count})"
        which = self.random.choice(["memcpy", "memmove"])
        other = "&" + source.name if source.kind == "scalar" else source.name
        return f"{which}({start}, {other}, {amount} * {size});\n"

    def make_pointer(self):
        """Through a pointer into it that is used several times."""
        memory = self.memory()
        if not memory or memory.bound or memory.count < 4 or memory.kind == "struct" or memory.part is not None:
            return self.access()
        start = self.random.randrange(memory.count - 3)
        pointer = Memory(f"p{self.depth}", "array", memory.element, memory.count - start)
        writes = [pointer] if memory in self.write else []
        text = Statements(self.random, [pointer], writes, self.depth + 1, self.loops).some(2, 4)
        return f"{{ {memory.element}* p{self.depth} = &{memory.name}[{start}];\n{text}}}\n"
