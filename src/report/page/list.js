// The list, of which only the rows in sight exist, and what decides which races are in it.
const rowHeight = 58;
const list = $("list"), rows = $("rows");
const filters = ["search", "rank", "file", "object", "kind", "status"];
let shown = listed, selected = -1;

// What is said of a race in the list; that it is suspected is what all are.
const rowWord = (item) => item.list || (item.race.status === "suspected" ? "" : item.race.status);

function row(item, index) {
  const race = item.race;
  const [a, b] = race.accesses;
  return element(
    "div",
    {
      role: "option",
      id: "row-" + index,
      class: "row",
      style: `top:${index * rowHeight}px`,
      "aria-selected": index === selected ? "true" : "false",
      "aria-setsize": String(shown.length),
      "aria-posinset": String(index + 1),
      onclick: () => { select(index); open(); },
    },
    element("span", { class: "meter", title: "rank " + race.rank.toFixed(2) }, element("span", { style: `height:${Math.round(Math.min(1, Math.max(0, race.rank)) * 100)}%` })),
    element("span", { class: "row-text" },
      element("span", { class: "row-object mono" }, race.object.name),
      element("span", { class: "row-where" }, `${accessWord(a)} ${shortPlace(a)} · ${accessWord(b)} ${shortPlace(b)}`)),
    element("span", { class: "row-side" }, element("span", {}, race.rank.toFixed(2)), element("span", { class: "badge", hidden: !rowWord(item) }, rowWord(item)))
  );
}

function drawRows() {
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 4);
  const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + 4);
  const inSight = [];
  for (let index = first; index < last; ++index) inSight.push(row(shown[index], index));
  rows.replaceChildren(...inSight);
}

function select(index) {
  if (!shown.length) {
    selected = -1;
    $("race").replaceChildren(element("p", { class: "missing" }, items.length ? "No race is left by these filters." : "No races."));
    list.removeAttribute("aria-activedescendant");
    return drawRows();
  }
  selected = Math.min(shown.length - 1, Math.max(0, index));
  const top = selected * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  drawRows();
  list.setAttribute("aria-activedescendant", "row-" + selected);
  const race = shown[selected].race;
  $("race").replaceChildren(...raceView(shown[selected]));
  $("race").scrollTop = 0;
  history.replaceState(null, "", "#" + encodeURIComponent(race.id));
}

// Narrow windows show the list or the race, not both.
function open() {
  if (selected < 0) return;
  document.body.classList.add("open");
  $("race-title").focus();
}
function back() {
  document.body.classList.remove("open");
  list.focus();
}

function applyFilters() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = Number($("rank").value), file = $("file").value, kind = $("kind").value, status = $("status").value;
  const object = $("object").value.trim().toLowerCase();
  const before = selected >= 0 && shown[selected];
  shown = items.filter(
    (item) =>
      item.race.rank >= rank &&
      (!file || item.files.has(file)) &&
      (!kind || item.kind === kind || (kind === "with itself" && isWithItself(item.race))) &&
      (status === "" ? !setAside.has(item.list) : status === "all" || item.statuses.includes(status)) &&
      (!object || item.object.includes(object)) &&
      words.every((word) => item.words.includes(word))
  );
  rows.style.height = shown.length * rowHeight + "px";
  const all = plural(status === "" ? listed.length : items.length, "race", "races");
  $("count").value = shown.length === (status === "" ? listed.length : items.length) ? all : `${shown.length.toLocaleString("en")} of ${all}`;
  list.scrollTop = 0;
  const index = before ? shown.indexOf(before) : 0;
  select(index < 0 ? 0 : index);
}

function options(id, first, values) {
  $(id).replaceChildren(element("option", { value: "" }, first), ...values.map(([value, text]) => element("option", { value }, text)));
}

// The values that occur, each with how often.
function counted(keysOf) {
  const counts = new Map();
  for (const item of items) for (const key of keysOf(item)) counts.set(key, (counts.get(key) || 0) + 1);
  return [...counts].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}
const withCounts = (pairs) => pairs.map(([key, count]) => [key, `${key} (${count})`]);

function setUpFilters() {
  options("rank", "any", [0.3, 0.5, 0.7, 0.9].map((least) => [String(least), "at least " + least.toFixed(1)]));
  options("file", "any", withCounts(counted((item) => item.files)));
  options("kind", "any", withCounts(counted((item) => (isWithItself(item.race) ? [item.kind, "with itself"] : [item.kind]))));
  const statuses = withCounts(counted((item) => item.statuses));
  if (listed.length < items.length) statuses.unshift(["all", `all (${items.length})`]);
  options("status", listed.length < items.length ? `listed (${listed.length})` : "any", statuses);
  const mostObjects = 500; // of which a browser makes a menu
  $("objects").replaceChildren(...counted((item) => [item.race.object.name]).slice(0, mostObjects).map(([name]) => element("option", { value: name })));
  for (const id of filters) $(id).addEventListener("input", applyFilters);
  $("reset").addEventListener("click", () => {
    for (const id of filters) $(id).value = "";
    applyFilters();
  });
}

let isDrawing = false;
list.addEventListener("scroll", () => {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => { isDrawing = false; drawRows(); });
}, { passive: true });
addEventListener("resize", drawRows);
