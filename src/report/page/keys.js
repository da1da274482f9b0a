// Keys, light and dark, and how the page begins.
const isTyping = (target) => target.matches("input, select, textarea");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const target = event.target, inList = target === list;
  if (isTyping(target)) {
    if (event.key === "Escape" || (event.key === "Enter" && target.id === "search")) {
      event.preventDefault();
      if (event.key === "Escape" && target.id === "search" && target.value) {
        target.value = "";
        applyFilters();
      }
      list.focus();
    }
    return;
  }
  const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
  const moves = { j: 1, k: -1 };
  if (inList) Object.assign(moves, { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -items.length, End: items.length });
  if (Object.hasOwn(moves, event.key)) select(selected + moves[event.key]);
  else if (event.key === "/") $("search").focus(), $("search").select();
  else if (event.key === "Enter" && (inList || target === document.body)) open();
  else if (event.key === "Escape") back();
  else if (event.key === "?") $("help").showModal();
  else if (event.key === "t") nextTheme();
  else return;
  event.preventDefault();
});

// Where the page may not keep anything (some browsers, for files), the choice lasts as long as the page.
const themes = ["system", "light", "dark"];
let theme = "system";
function setTheme(name) {
  theme = themes.includes(name) ? name : "system";
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").textContent = "Theme: " + theme;
}
function nextTheme() {
  setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
  try { localStorage.setItem("steward-theme", theme); } catch { /* see above */ }
}

function summary() {
  const { functions, origins, shared_objects, skipped, notes } = report.analysed;
  const { run } = report;
  $("summary").append(run
    ? `${plural(report.races.length, "race", "races")}, ${plural(run.processes, "process", "processes")}, ended ${run.signal ? "by signal " + run.signal : "with status " + run.status}`
    : `${plural(report.races.length, "race", "races")}, ${plural(functions, "function", "functions")}, ${plural(origins, "origin", "origins")}, ${plural(shared_objects, "shared object", "shared objects")}`);
  const remarks = [...(notes || [])];
  if (run && run.command.length) remarks.push("run: " + run.command.join(" "));
  if (report.hidden && report.hidden.count)
    remarks.push(`${plural(report.hidden.count, "race", "races")} of a rank below ${report.hidden.min_rank.toFixed(2)} not listed`);
  if (report.baseline)
    remarks.push(`baseline ${report.baseline.file}: ${plural((report.known || []).length, "race", "races")} known, ${(report.baseline.fixed || []).length} gone`);
  if (listed.length < items.length) remarks.push(`${plural(items.length - listed.length, "race", "races")} known, suppressed or in code of others: see the filter by status`);
  for (const s of skipped)
    remarks.push(`not analysed: ${s.kind}${s.what ? " " + s.what : ""}, ${plural(s.count, "time", "times")}${s.line ? ", first at " + place(s) : ""}`);
  if (remarks.length)
    $("summary").append(" ", element("details", {}, element("summary", {}, plural(remarks.length, "remark", "remarks")), sentences(remarks.slice(0, 1000), "remarks")));
}

function selectFromAddress() {
  let id = "";
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* not one of ours */ }
  let index = id ? shown.findIndex((item) => item.race.id === id) : -1;
  if (id && index < 0 && items.some((item) => item.race.id === id)) {
    for (const filter of filters) $(filter).value = filter === "status" && listed.length < items.length ? "all" : "";
    applyFilters();
    index = shown.findIndex((item) => item.race.id === id);
  }
  if (index >= 0 && index !== selected) select(index);
}

try { setTheme(localStorage.getItem("steward-theme")); } catch { setTheme("system"); }
$("theme").addEventListener("click", nextTheme);
$("help-button").addEventListener("click", () => $("help").showModal());
addEventListener("hashchange", selectFromAddress);
const asked = location.hash; // before the first selection writes its own
document.title = `${plural(report.races.length, "race", "races")} – steward`;
summary();
setUpFilters();
applyFilters();
if (asked) {
  history.replaceState(null, "", asked);
  selectFromAddress();
}
list.focus();
