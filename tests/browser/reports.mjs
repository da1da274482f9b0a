// Reports for the tests of the page, as docs/report-schema.json has them.

function access(number, kind, origin, locks, more = {}) {
  const file = `src/file${number % 40}.c`;
  const frame = (name, line) => ({ function: name, file, line, column: 5 });
  return {
    kind, file, line: 10 + (number % 300), column: 9, function: `function_${number % 700}`, expression: `p->field`, origin, locks,
    stack: [frame(`entry_${number % 12}`, 400), frame(`middle_${number % 90}`, 500), frame(`function_${number % 700}`, 10 + (number % 300))],
    created: origin === "main" ? undefined : [frame("main", 900), frame("start_workers", 950)],
    ...more,
  };
}

function race(number) {
  const other = number % 5 === 0 ? access(number + 7, "write", "thread worker", [], { free: number % 10 === 0 }) : access(number + 7, "read", "main", ["stats_lock"]);
  return {
    id: `race${number}`,
    status: number % 17 === 0 ? "confirmed" : "suspected",
    rank: Math.round((1 - number / 6000) * 100) / 100,
    kind: number % 25 === 0 ? "multiple-write" : "conflicting-access",
    object: { name: `object_${number}.field`, what: "heap object", allocated: { file: "src/file1.c", line: 3, column: 1 } },
    accesses: [access(number, "write", "thread worker", number % 3 ? [] : ["q->lock"]), other],
    more: Array.from({ length: number % 6 }, (_, i) => access(number + i, "read", "thread reader", [])),
    why: ["no lock is held by both", "lower rank: a pointer may be to 12 objects"],
    locks: [{ lock: "stats_lock", held: 3, of: 5, origins: 2 }],
    remedies: ["taking 'stats_lock' for the write as well"],
  };
}

export function generatedReport(count) {
  return {
    version: 1,
    tool: { name: "steward", version: "0" },
    analysed: { functions: 700, origins: 4, shared_objects: count, skipped: [{ kind: "inline assembly", count: 2, file: "src/file1.c", line: 9, column: 1 }] },
    races: Array.from({ length: count }, (_, number) => race(number)),
    benign: [],
    hidden: { count: 3, min_rank: 0.3 },
  };
}

// Names that would be markup if anybody took them for it.
export function awkwardReport() {
  const report = generatedReport(1);
  const [only] = report.races;
  only.object.name = "<img src=x onerror=\"document.title='broken'\">";
  only.why = ["</script><script>document.title='broken'</script>", "\u2028<!--"];
  for (const side of only.accesses) Object.assign(side, { file: "awkward.c", line: 2, column: 20, function: "operator<<<T>", origin: "thread '\"><b>" });
  report.benign = [];
  return report;
}
