// The data of the page, and how elements are made. Text from the report only ever becomes text nodes and attributes, never
// markup: a program may contain anything.
const { report, sources } = JSON.parse(document.getElementById("data").textContent);

const $ = (id) => document.getElementById(id);

// element("a", {class: "frame", onclick: f}, "text", child, …)
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat()) if (child !== undefined && child !== null && child !== "") node.append(child);
  return node;
}
const element = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const plural = (n, one, many) => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
const fileName = (path) => path.slice(path.lastIndexOf("/") + 1);
const place = (at) => (at.file ? at.file + (at.line ? ":" + at.line : "") + (at.line && at.column ? ":" + at.column : "") : "unknown place");
const shortPlace = (at) => (at.file ? fileName(at.file) + (at.line ? ":" + at.line : "") : "unknown place");

function accessWord(access) {
  if (access.free) return "free";
  if (access.destroy) return "destruction";
  if (access.acquire) return "acquisition";
  return (access.atomic ? "atomic " : "") + access.kind;
}

// What filters ask for; counted from the accesses, as "kind" in the report only tells one thread from several.
function kindOf(race) {
  const [a, b] = race.accesses;
  if (a.destroy || b.destroy) return "lock destroyed";
  if (a.free || b.free) return "use and free";
  return a.kind === b.kind ? "write and write" : "read and write";
}
const isWithItself = (race) => race.kind === "multiple-write";

// Every list of the report, what most wants a look first. `status` is what a filter asks for: which list it is in, where that
// says more than that it was suspected.
const lists = [
  [report.races, report.baseline ? "new" : ""],
  [report.known, "known"],
  [report.benign, "benign"],
  [report.suppressed, "suppressed"],
  [report.apart, "code of others"],
];
const setAside = new Set(["known", "suppressed", "code of others"]); // seen only by who asks for it

// `words` is what a search looks at.
function itemOf(race, list) {
  const words = [race.id, race.object.name, race.object.what, race.benign, race.suppression];
  for (const access of [...race.accesses, ...race.more]) {
    words.push(access.file, access.function, access.expression, access.origin, ...access.locks);
    for (const frame of access.stack) words.push(frame.function, frame.file);
  }
  return {
    race,
    kind: kindOf(race),
    list,
    statuses: [race.status, list].filter(Boolean),
    files: new Set(race.accesses.map((access) => access.file)),
    object: race.object.name.toLowerCase(),
    words: [...new Set(words)].join("\n").toLowerCase(),
  };
}
const items = lists.flatMap(([races, list]) => (races || []).map((race) => itemOf(race, list)));
const listed = items.filter((item) => !setAside.has(item.list));
