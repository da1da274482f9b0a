// One race in full.

function frameList(title, frames, show, lastWord) {
  if (!frames || !frames.length) return null;
  const list = element("ol", { class: "frames" });
  frames.forEach((frame, i) => {
    const button = element(
      "button",
      {
        type: "button",
        class: "frame",
        title: place(frame),
        onclick: () => {
          for (const other of list.closest(".access").querySelectorAll(".frame")) other.removeAttribute("aria-current");
          button.setAttribute("aria-current", "true");
          show(frame);
        },
      },
      element("span", { class: "function" }, frame.function || "unknown code"),
      element("span", { class: "where" }, shortPlace(frame))
    );
    list.append(element("li", {}, button, i === frames.length - 1 ? element("span", { class: "last-word" }, lastWord) : null));
  });
  return element("section", {}, element("h4", {}, title), list);
}

function accessPanel(race, side) {
  const access = race.accesses[side];
  const kind = access.kind;
  const source = element("div", { class: "source" }, excerpt(access, kind));
  const show = (at) => source.replaceChildren(excerpt(at, at.file === access.file && at.line === access.line ? kind : "call"));
  return element(
    "article",
    { class: "access", "data-side": String(side) },
    element("h3", {},
      element("span", { class: "badge " + kind }, accessWord(access)), " ",
      element("span", { class: "mono" }, access.expression || race.object.name),
      " in ", element("span", { class: "origin" }, access.origin || "a thread")),
    element("p", { class: "locks" },
      access.locks.length ? ["holding ", ...access.locks.map((lock) => element("span", { class: "lock mono" }, lock))] : "no lock held"),
    source,
    access.one_of ? frameList("One of these, which are checked together", access.one_of.map((at) => ({ function: fileName(at.file), ...at })), show, "") : null,
    frameList("Call stack", access.stack, show, accessWord(access)),
    frameList("How " + (access.origin || "the thread") + " came to be", access.created, show, "starts it")
  );
}

// Where a run saw the memory made.
function allocationPanel(race) {
  const object = race.object;
  if (!object.stack || !object.stack.length) return null;
  const source = element("div", { class: "source" }, excerpt(object.allocated, "call"));
  const show = (at) => source.replaceChildren(excerpt(at, "call"));
  return section("Where it was allocated", element("div", { class: "access" }, source, frameList("By " + (object.origin || "a thread"), object.stack, show, "allocates it")));
}

// The ways of all accesses, from where the program begins, with what they share drawn once.
function originTree(race) {
  const root = { children: new Map() };
  const walk = (node, label, at, kind) => {
    const key = kind + label + (at ? place(at) : "");
    if (!node.children.has(key)) node.children.set(key, { label, at, kind, children: new Map() });
    return node.children.get(key);
  };
  const calls = (node, frames) => {
    frames.slice(0, -1).forEach((frame, i) => { node = walk(node, "calls " + (frames[i + 1].function || "unknown code"), frame, "call"); });
    return node;
  };
  const add = (access, isMain) => {
    const created = access.created || [], origin = access.origin || "a thread";
    let node = walk(root, created.length ? created[0].function || "unknown code" : origin, null, "origin");
    if (created.length) node = walk(calls(node, created), "starts " + origin, created.at(-1), "origin");
    if (!isMain) return;
    walk(calls(node, access.stack), `${accessWord(access)} in ${access.function || "unknown code"}`, access, "end " + access.kind);
  };
  for (const access of race.accesses) add(access, true);
  // Of the others the report does not say how their threads came to be where these tell it.
  const known = new Set(race.accesses.map((access) => access.origin));
  for (const access of race.more) {
    if (known.has(access.origin)) continue;
    known.add(access.origin);
    add(access, false);
  }
  const draw = (node) =>
    element("ul", {}, [...node.children.values()].map((child) =>
      element("li", {},
        element("span", { class: "node " + child.kind }, child.label),
        child.at ? element("span", { class: "where" }, shortPlace(child.at)) : null,
        child.children.size ? draw(child) : null)));
  return element("div", { class: "tree" }, draw(root));
}

function section(title, ...content) {
  return element("section", { class: "part" }, element("h3", {}, title), ...content);
}

const sentences = (list, kind) => element("ul", { class: kind }, list.map((text) => element("li", {}, text)));

function moreTable(race) {
  const most = 300;
  const rows = race.more.slice(0, most).map((access) =>
    element("tr", {},
      element("td", {}, element("span", { class: "badge " + access.kind }, accessWord(access))),
      element("td", { class: "mono", title: place(access) }, shortPlace(access)),
      element("td", { class: "mono" }, access.function),
      element("td", {}, access.origin),
      element("td", { class: "mono" }, access.locks.join(", ") || "–")));
  const names = ["", "where", "function", "thread", "locks"];
  return [
    element("table", {}, element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col" }, name)))), element("tbody", {}, rows)),
    race.more.length > most ? element("p", {}, `and ${race.more.length - most} more`) : null,
  ];
}

function raceView({ race, statuses }) {
  const isAboutRank = (text) => text.startsWith("lower rank: ") || text.startsWith("higher rank: ");
  const why = race.why.filter((text) => !isAboutRank(text)), rank = race.why.filter(isAboutRank);
  const object = race.object;
  return [
    element("h2", { tabindex: "-1", id: "race-title" }, element("span", { class: "mono" }, object.name)),
    element("p", { class: "facts" },
      race.status === "confirmed" ? null : element("span", { class: "badge rank" }, "rank " + race.rank.toFixed(2)),
      statuses.map((status) => element("span", { class: "badge" }, status)),
      element("span", { class: "badge" }, kindOf(race)),
      isWithItself(race) ? element("span", { class: "badge" }, "several runs of one thread") : null,
      race.norace ? element("span", { class: "badge" }, "declared free of races") : null,
      element("span", {}, [object.what, object.allocated && object.allocated.line ? place(object.allocated) : ""].filter(Boolean).join(", ")),
      element("a", { href: "#" + encodeURIComponent(race.id), class: "mono id" }, race.id)),
    race.benign ? element("p", { class: "benign" }, "The source declares it to do no harm: " + race.benign) : null,
    race.suppression ? element("p", { class: "benign" }, "It is suppressed: " + race.suppression) : null,
    element("div", { class: "accesses" }, accessPanel(race, 0), accessPanel(race, 1)),
    allocationPanel(race),
    element("div", { class: "pictures" },
      section("What happens before what", element("div", { class: "scroll", tabindex: "0", "aria-label": "Picture" }, picture(race))),
      section("Where the threads come from", originTree(race))),
    element("div", { class: "reasons" },
      why.length ? section("Why nothing keeps the two apart", sentences(why, "why")) : null,
      race.remedies.length ? section("What would make it safe (one of these)", sentences(race.remedies, "remedies")) : null,
      race.locks.length ? section("Locks at this memory", sentences(race.locks.map((use) => `${use.lock}: held at ${use.held} of ${use.of} accesses`), "lock-uses")) : null,
      rank.length ? section("What its rank comes from", sentences(rank, "rank-reasons")) : null),
    race.more.length ? section(plural(race.more.length, "more access", "more accesses"), ...moreTable(race)) : null,
  ].filter(Boolean);
}
