// What happens before what: a line down for each thread, an arrow where one starts another, and the two accesses side by
// side at the end, as nothing puts one above the other.

// The threads of the picture. One that starts others stands left of them; an access in it stands on its line.
function lanesOf(race) {
  const lanes = [];
  const laneNamed = (name) => lanes.find((lane) => lane.name === name) || (lanes.push({ name, starts: [] }), lanes.at(-1));
  const [first, second] = race.accesses;
  for (const access of race.accesses) if (access.created && access.created.length) laneNamed(access.created[0].function || "main");
  const ends = race.accesses.map((access, side) => {
    const isTwice = side === 1 && first.origin === second.origin && second.created && second.created.length;
    const lane = isTwice ? laneNamed(second.origin + " (another run)") : laneNamed(access.origin || "a thread");
    lane.access = access;
    lane.side = side;
    return lane;
  });
  race.accesses.forEach((access, side) => {
    if (!access.created || !access.created.length) return;
    const at = access.created.at(-1);
    const starter = laneNamed(access.created[0].function || "main");
    if (starter !== ends[side]) starter.starts.push({ at, child: ends[side] });
  });
  for (const lane of lanes)
    lane.starts.sort((a, b) => (a.at.file === b.at.file ? a.at.line - b.at.line : 0));
  return { lanes, ends };
}

const clipped = (text, length) => (text.length > length ? text.slice(0, length - 1) + "…" : text);

function label(x, y, text, attributes) {
  return svg("text", { x, y, ...attributes }, clipped(text, 30), svg("title", {}, text));
}

function picture(race) {
  const { lanes, ends } = lanesOf(race);
  const laneWidth = 230, step = 46, top = 34;
  const middle = (lane) => lanes.indexOf(lane) * laneWidth + 60;
  const forks = Math.max(1, ...lanes.map((lane) => lane.starts.length));
  const accessY = top + (forks + 1) * step + 14;
  const height = accessY + 92, width = lanes.length * laneWidth + 50;
  const said =
    `${ends[0].name}: ${accessWord(race.accesses[0])}; ${ends[1].name}: ${accessWord(race.accesses[1])}; nothing orders the two`;
  const image = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": said, class: "picture" });
  image.append(
    svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z", class: "arrow-head" })))
  );

  const bornAt = new Map();
  for (const lane of lanes)
    lane.starts.forEach((start, i) => {
      const y = top + (i + 1) * step;
      bornAt.set(start.child, y);
      image.append(
        svg("line", { x1: middle(lane), y1: y, x2: middle(start.child) - 4, y2: y, class: "fork", "marker-end": "url(#arrow)" }),
        svg("circle", { cx: middle(lane), cy: y, r: 4, class: "event" }),
        label(middle(lane) + 10, y - 6, "starts it at " + shortPlace(start.at), { class: "small" })
      );
    });
  for (const lane of lanes) {
    const x = middle(lane), born = bornAt.get(lane);
    const from = born === undefined ? top : born;
    // Beside its beginning, where no arrow comes from.
    image.append(
      label(born === undefined ? x : x + 10, born === undefined ? 18 : born + 4, lane.name, { class: "lane-name" }),
      svg("line", { x1: x, y1: from, x2: x, y2: height - 8, class: "lane" })
    );
  }

  const [left, right] = [...ends].sort((a, b) => middle(a) - middle(b));
  image.append(
    svg("line", { x1: middle(left) + 10, y1: accessY, x2: middle(right) - 10, y2: accessY, class: "unordered" }),
    label((middle(left) + middle(right)) / 2, accessY - 8, "nothing orders these", { class: "small unordered-text", "text-anchor": "middle" })
  );
  race.accesses.forEach((access, side) => {
    const x = middle(ends[side]);
    const held = access.locks.length ? "holds " + access.locks.join(", ") : "holds no lock";
    if (access.locks.length)
      image.append(svg("rect", { x: x - 14, y: accessY - 22, width: 28, height: 44, rx: 6, class: "held" }));
    image.append(
      svg("circle", { cx: x, cy: accessY, r: 7, class: access.kind === "write" ? "dot write" : "dot read" }),
      label(x + 18, accessY + 20, `${accessWord(access)} at ${shortPlace(access)}`, {}),
      label(x + 18, accessY + 38, access.expression || race.object.name, { class: "small mono" }),
      label(x + 18, accessY + 56, held, { class: "small" })
    );
  });
  return image;
}
