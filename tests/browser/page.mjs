// The page of a report, in a real browser.
//
//   node page.mjs STEWARD NPM-FOLDER TREE OUTPUT-FOLDER
//
// Makes pages with steward, opens them in Debian's chromium and uses them as a person would. Every check says "ok"; the
// first one that fails ends the run. Screenshots stay in the output folder.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { awkwardReport, generatedReport } from "./reports.mjs";

const [steward, npm, tree, output] = process.argv.slice(2);
const { chromium } = createRequire(join(npm, "package.json"))("playwright-core");
mkdirSync(output, { recursive: true });

// The page of a report, as a file.
function pageOf(name, report) {
  const json = join(output, name + ".json"), html = join(output, name + ".html");
  writeFileSync(json, JSON.stringify(report));
  execFileSync(steward, ["view", json, "-o", html], { cwd: output });
  return pathToFileURL(html).href;
}

function exampleReport() {
  const json = join(output, "example.json");
  try {
    execFileSync(steward, ["check", "--format", "json", "-o", json, "examples/bank.c", "--", "-pthread"], { cwd: tree });
  } catch (error) {
    assert.equal(error.status, 1, "the example has races");
  }
  execFileSync(steward, ["view", json, "-o", join(output, "example.html")], { cwd: tree });
  return pathToFileURL(join(output, "example.html")).href;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  chromiumSandbox: process.getuid() !== 0,
});
const complaints = [];

async function openPage(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file:|data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) complaints.push("fetches " + request.url());
  });
  await page.goto(address);
  return page;
}

const rowCount = (page) => page.locator("#list [role=option]").count();
const title = (page) => page.locator("#race-title").innerText();

async function check(name, body) {
  await body();
  assert.deepEqual(complaints, [], name + ": the browser complains");
  console.log("ok " + name);
}

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const isDark = (colour) => Math.max(...colour.match(/\d+/g).slice(0, 3).map(Number)) < 80;

try {
  const example = await openPage(exampleReport());

  await check("an example opens, with both sides and their source", async () => {
    assert.equal(await title(example), "account.balance");
    assert.equal(await example.locator("article.access").count(), 2);
    assert.match(await example.locator("article.access .line.here").first().innerText(), /account->balance/);
    assert.match(await example.locator("article.access .locks").first().innerText(), /account\.lock/);
    assert.equal(await example.locator("svg.picture .dot").count(), 2);
    assert.match(await example.locator("svg.picture").getAttribute("aria-label"), /nothing orders/);
    assert.match(await example.locator(".tree").innerText(), /thread teller/);
    assert.ok((await example.locator(".why li").count()) > 0);
  });

  await check("a stack frame can be followed, and back", async () => {
    const panel = example.locator("article.access").first();
    const before = await panel.locator(".excerpt-title").innerText();
    await panel.getByRole("button", { name: "teller" }).first().click();
    const after = await panel.locator(".excerpt-title").innerText();
    assert.notEqual(after, before);
    assert.match(await panel.locator(".line.here").innerText(), /withdraw\(/);
    await panel.getByRole("button", { name: "withdraw" }).click();
    assert.equal(await panel.locator(".excerpt-title").innerText(), before);
  });
  await example.screenshot({ path: join(output, "example-light.png") });

  await check("dark where the system is, and by the key", async () => {
    assert.ok(!isDark(await background(example)));
    await example.emulateMedia({ colorScheme: "dark" });
    assert.ok(isDark(await background(example)));
    await example.keyboard.press("t");
    assert.ok(!isDark(await background(example)), "light though the system is dark");
    await example.keyboard.press("t");
    assert.ok(isDark(await background(example)));
    await example.reload();
    assert.equal(await example.locator("#theme").innerText(), "Theme: dark");
    await example.screenshot({ path: join(output, "example-dark.png") });
  });

  const many = await openPage(pageOf("many", generatedReport(5000)));

  await check("keys: j, k, Enter, Escape, / and ?", async () => {
    const first = await title(many);
    await many.keyboard.press("j");
    await many.keyboard.press("j");
    const third = await title(many);
    assert.notEqual(third, first);
    assert.equal(await many.locator("[aria-selected=true]").getAttribute("aria-posinset"), "3");
    await many.keyboard.press("k");
    assert.notEqual(await title(many), third);
    await many.keyboard.press("Enter");
    assert.equal(await many.evaluate(() => document.activeElement.id), "race-title");
    await many.keyboard.press("Escape");
    assert.equal(await many.evaluate(() => document.activeElement.id), "list");
    await many.keyboard.press("/");
    assert.equal(await many.evaluate(() => document.activeElement.id), "search");
    await many.keyboard.type("j");
    assert.equal(await many.locator("#search").inputValue(), "j");
    await many.keyboard.press("Escape");
    assert.equal(await many.locator("#search").inputValue(), "");
    await many.keyboard.press("?");
    assert.ok(await many.locator("#help").isVisible());
    await many.keyboard.press("Escape");
    assert.ok(!(await many.locator("#help").isVisible()));
  });

  await check("search and filters", async () => {
    await many.locator("#search").fill("object_4321");
    assert.equal(await many.locator("#count").innerText(), "1 of 5,000 races");
    assert.equal(await title(many), "object_4321.field");
    assert.ok(many.url().endsWith("#race4321"));
    await many.locator("#search").fill("no such thing");
    assert.equal(await rowCount(many), 0);
    await many.locator("#reset").click();
    assert.equal(await many.locator("#count").innerText(), "5,000 races");
    const count = async () => Number((await many.locator("#count").innerText()).split(" ")[0].replace(",", ""));
    for (const [id, value] of [["rank", "0.7"], ["file", "src/file7.c"], ["kind", "use and free"], ["status", "confirmed"]]) {
      await many.locator("#" + id).selectOption(value);
      const left = await count();
      assert.ok(left > 0 && left < 5000, `${id}: ${left}`);
      await many.locator("#reset").click();
    }
    await many.locator("#object").fill("object_49");
    assert.equal(await count(), 111);
    await many.locator("#reset").click();
  });

  await check("5,000 races: few rows exist, and scrolling costs little script time", async () => {
    const session = await many.context().newCDPSession(many);
    await session.send("Performance.enable");
    const scriptSeconds = async () => (await session.send("Performance.getMetrics")).metrics.find((m) => m.name === "ScriptDuration").value;
    assert.ok((await rowCount(many)) < 60);
    const before = await scriptSeconds();
    const steps = 50;
    const seen = await many.evaluate(async (steps) => {
      const list = document.getElementById("list"), seen = new Set();
      for (let i = 0; i < steps; ++i) {
        list.scrollTop = (list.scrollHeight * i) / steps;
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        seen.add(list.querySelector("[role=option]").id);
      }
      return seen.size;
    }, steps);
    const each = ((await scriptSeconds()) - before) / steps;
    console.log(`  ${(each * 1000).toFixed(2)} ms of script for each screen`);
    assert.equal(seen, steps, "every step shows other rows");
    assert.ok(each < 0.016, "less than a frame");
    const searching = await scriptSeconds();
    await many.locator("#search").fill("object_1");
    const search = (await scriptSeconds()) - searching;
    console.log(`  ${(search * 1000).toFixed(1)} ms of script for a search`);
    assert.ok(search < 0.2);
    await many.locator("#reset").click();
    await many.screenshot({ path: join(output, "many.png") });
  });

  await check("text of a program is never markup", async () => {
    writeFileSync(join(output, "awkward.c"), 'int x;\nconst char *s = "</script><script>document.title=\'broken\'</script><!--";\n');
    const awkward = await openPage(pageOf("awkward", awkwardReport()));
    assert.equal(await awkward.title(), "1 race – steward");
    assert.match(await title(awkward), /<img src=x onerror=/);
    assert.equal(await awkward.locator("img").count(), 0);
    assert.match(await awkward.locator(".line.here").first().innerText(), /<\/script><script>/);
    await awkward.context().close();
  });

  await check("an address names a race; narrow windows show the list or the race", async () => {
    const page = await openPage(pathToFileURL(join(output, "many.html")).href + "#race777", { viewport: { width: 600, height: 800 } });
    assert.ok(await page.locator("#list").isVisible());
    assert.ok(!(await page.locator("#race").isVisible()));
    await page.keyboard.press("Enter");
    assert.equal(await title(page), "object_777.field");
    assert.ok(!(await page.locator("#list").isVisible()));
    await page.keyboard.press("Escape");
    assert.ok(await page.locator("#list").isVisible());
    await page.context().close();
  });

  await check("what is known, suppressed or of others is seen by who asks", async () => {
    const report = generatedReport(6);
    const [fresh, known, suppressed, others, ...rest] = report.races;
    Object.assign(report, { races: [fresh, ...rest], known: [known], suppressed: [{ ...suppressed, suppression: "an estimate will do" }], apart: [others], baseline: { file: "before.json", fixed: ["gone"] } });
    const address = pageOf("triaged", report);
    const page = await openPage(address);
    assert.equal(await page.locator("#count").innerText(), "3 races");
    for (const status of ["new", "known", "suppressed", "code of others"]) {
      await page.locator("#status").selectOption(status);
      assert.equal(await rowCount(page), status === "new" ? 3 : 1, status);
    }
    await page.locator("#status").selectOption("all");
    assert.equal(await rowCount(page), 6);
    await page.context().close();
    const linked = await openPage(address + "#" + suppressed.id);
    assert.match(await linked.locator("#race").innerText(), /an estimate will do/);
    await linked.context().close();
  });

  await check("steward view serves the same page", async () => {
    const server = spawn(steward, ["view", join(output, "many.json")], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const address = await new Promise((done, fail) => {
        server.stdout.once("data", (text) => done(String(text).trim()));
        server.once("exit", () => fail(new Error("steward view ended")));
      });
      const page = await openPage(address);
      assert.equal(await page.locator("#count").innerText(), "5,000 races");
      const report = await page.evaluate(() => document.getElementById("data").textContent.length);
      assert.ok(report > 0);
      await page.context().close();
    } finally {
      server.kill("SIGTERM");
    }
    const status = await new Promise((done) => (server.exitCode !== null ? done(server.exitCode) : server.once("exit", done)));
    assert.equal(status, 0);
  });

  await check("a run: its end, the allocation, what one check stands for", async () => {
    const report = generatedReport(1);
    report.run = { command: ["./app"], status: 0, signal: 9, processes: 2 };
    const [race] = report.races;
    const frames = [{ function: "main", file: "src/file1.c", line: 9, column: 1 }, { function: "make", file: "src/file1.c", line: 3, column: 1 }];
    Object.assign(race, { status: "confirmed", object: { ...race.object, origin: "main", stack: frames } });
    race.accesses[0].one_of = [{ file: "src/file0.c", line: 10, column: 9 }, { file: "src/file0.c", line: 11, column: 9 }];
    const page = await openPage(pageOf("run", report));
    assert.match(await page.locator("#summary").innerText(), /1 race, 2 processes, ended by signal 9/);
    const text = await page.locator("#race").innerText();
    assert.match(text, /Where it was allocated/);
    assert.match(text, /One of these, which are checked together/);
    assert.equal(await page.locator(".badge.rank").count(), 0);
    await page.getByRole("button", { name: "make" }).click();
    await page.context().close();
  });

  await check("a report without races", async () => {
    const none = generatedReport(0);
    const page = await openPage(pageOf("none", none));
    assert.equal(await page.locator("#race").innerText(), "No races.");
    await page.context().close();
  });
} finally {
  await browser.close();
}
