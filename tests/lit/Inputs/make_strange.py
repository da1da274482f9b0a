"""Writes a project that is hard on tools: FOLDER, or --list FOLDER for the files in it."""

import json
import os
import sys

if sys.argv[1] == "--list":
    for root, _, files in sorted(os.walk(sys.argv[2])):
        for name in sorted(files):
            print(os.path.join(root, name))
    sys.exit()

folder = sys.argv[1]
os.makedirs(os.path.join(folder, "with space"))


def write(name, text, encoding="utf-8"):
    with open(os.path.join(folder, name), "w", encoding=encoding) as file:
        file.write(text)


write("latin.c", '#include <pthread.h>\n/* Zähler */\nint shared; const char* name = "Müller";\n'
      "int implicit(void) { return undeclared_function(); }\n", "latin-1")
write("with space/it's.c", "extern int shared;\nvoid* work(void* p) { ++shared; return p; }\n")
write("main.c", "#include <pthread.h>\nvoid* work(void*);\nextern int shared;\nint main(void) {\n  pthread_t t;\n"
      "  pthread_create(&t, 0, work, 0);\n  ++shared;\n  return 0;\n}\n")
write("nested.c", "int outer(int n) { int inner(int m) { return n + m; } return inner(1); }\n")
write("fast.S", ".globl undeclared_function\nundeclared_function:\n  ret\n  .section .note.GNU-stack,\"\"\n")
flags = '-w -O2 -fno-dce -fipa-pta -fno-tree-vectorize --param max-inline-insns-single=10 -MD -march=native -DTEXT="\\"a b\\""'
sources = {"latin.c": "latin.o", "with space/it's.c": "with space/it's.o", "main.c": "main.o", "nested.c": "nested.o", "fast.S": "fast.o"}


def quoted(name):
    return "'" + name.replace("'", "'\\''") + "'"


program = quoted('it\'s "a" program')
lines = "".join(f"\tgcc {flags} -c {quoted(s)} -o {quoted(o)}\n" for s, o in sources.items())
objects = " ".join(map(quoted, sources.values()))
write("Makefile", f"all:\n{lines}\tgcc -o {program} {objects} -pthread -Wl,-z,noexecstack 2>/dev/null\n"
      f"clean:\n\trm -f *.o *.d {program} 'with space'/*.o 'with space'/*.d\n")
write("compile_commands.json", json.dumps(
    [{"directory": folder, "file": s, "command": f"gcc {flags} -c {quoted(s)} -o {quoted(o)}"} for s, o in sources.items()]))
