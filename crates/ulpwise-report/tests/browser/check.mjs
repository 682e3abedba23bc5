// Opens reports in Chromium and looks at them the way a reader does.
//
//   node check.mjs small SAMPLE.html        everything: links, filters, sorting, accessibility, no script, no network, paper
//   node check.mjs large LARGE.html         the same of a page that has thousands of findings, most of them not in the page at first
//   node check.mjs measure LARGE.html       how long opening, filtering and sorting take: one JSON document
//   node check.mjs print FILE.html PDF      what a printer gets
//   node check.mjs picture FILE.html PNG    a screenshot, light; with a fourth word "dark", dark; with a fifth, at that place
//
// Exit code 0: all is well. What is not is printed, a line each.

import { chromium } from "playwright-core";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [task, file, ...rest] = process.argv.slice(2);
const url = pathToFileURL(file).href;
const wrong = [];
const expect = (holds, what) => { if (!holds) wrong.push(what); };

/// What is in the file, whether it is in the page now or not; without the script, which has the beginnings of elements in it.
const content = () => readFileSync(file, "utf8").replace(/<script>[^]*?<\/script>/g, "");

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

/// A page that complains about everything that should not happen.
const open = async (options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => expect(!["error", "warning"].includes(message.type()), `console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("request", (request) => expect(request.url().split("#")[0] === url, `it asks for ${request.url()}`));
  await page.goto(url, { waitUntil: "load" });
  return page;
};

/// Links lead to places of the file, whether these are in the page now or not.
const links = () => {
  const text = content();
  const ids = new Set([...text.matchAll(/ id="([^"]*)"/g)].map((match) => match[1]));
  const hrefs = [...text.matchAll(/ href="([^"]*)"/g)].map((match) => match[1]);
  const broken = hrefs.filter((href) => !href.startsWith("#") || !ids.has(href.slice(1)));
  expect(hrefs.length > 0 && broken.length === 0, `links that lead nowhere: ${broken.slice(0, 5)}`);
};

/// Links that are followed show what they lead to.
const visits = async (page) => {
  const shown = (id) => page.waitForFunction((id) => {
    const target = document.getElementById(id);
    const box = target?.getBoundingClientRect();
    return target?.checkVisibility() && box.top >= -1 && box.top < innerHeight;
  }, id, { timeout: 5000 }).catch(() => expect(false, `a link to ${id} does not show it`));
  const text = content();
  const ids = (kind) => [...text.matchAll(new RegExp(` id="(${kind}-\\d+)"`, "g"))].map((match) => match[1]);
  for (const kind of ["f", "s"]) {
    const all = ids(kind);
    for (const id of [all.at(-1), all[0], all[all.length >> 1]]) {
      await page.evaluate((id) => { location.hash = id; }, id);
      await shown(id);
    }
  }
  // The same link, after what it leads to was filtered out.
  await page.evaluate(() => { location.hash = "f-1"; });
  await page.locator("#findings input[name=text]").fill("no such text anywhere");
  expect(await page.locator("#findings article").count() === 0, "the filter by text does not filter");
  await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", '<a id="again" href="#f-1">again</a>'));
  await page.locator("#again").click();
  await shown("f-1");
  await page.evaluate(() => { document.getElementById("again").remove(); location.hash = ""; });
};

const accessibility = async (page, scheme) => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  for (const { id, impact, nodes } of violations) {
    const where = nodes.slice(0, 2).map((node) => `${node.target} ${node.failureSummary}`).join("; ").replaceAll("\n", " ");
    expect(!["serious", "critical"].includes(impact), `accessibility (${scheme}): ${id}, ${impact}: ${where}`);
  }
};

const filters = async (page) => {
  const text = content();
  const heads = [...text.matchAll(/<article id="[^"]*" class="([^"]*)" data-property="([^"]*)"/g)];
  const all = heads.length;
  const accepted = heads.filter((head) => head[1].includes("accepted")).length;
  const form = page.locator('form[data-for="findings"]');
  await form.evaluate((form) => { form.reset(); form.dispatchEvent(new Event("input")); });
  const count = async () => form.locator("output").textContent();
  // Not all of them may be in the page.
  const inPage = (wanted) => page.locator("#findings article").evaluateAll((all, wanted) => all.every((one) => one.checkVisibility() && one.matches(wanted)), wanted);
  expect(await count() === `${all - accepted} of ${all}`, `accepted findings are not hidden at first: ${await count()}`);
  expect(await inPage(":not(.accepted)"), "accepted findings are shown at first");
  await page.getByLabel("with accepted ones").check();
  expect(await count() === `${all} of ${all}`, "not all findings are shown");
  await form.locator("select[name=property]").selectOption("overflow");
  const overflows = heads.filter((head) => head[2] === "overflow").length;
  expect(overflows > 0 && await count() === `${overflows} of ${all}`, "the filter by property does not filter");
  expect(await inPage('[data-property="overflow"]'), "findings are shown that do not match");
  await form.locator("select[name=property]").selectOption("");
  const ledger = page.locator('form[data-for="ledger"]');
  await ledger.locator("select[name=verdict]").selectOption("found");
  const without = await page.locator("#ledger tbody tr").evaluateAll((rows) => rows.filter((row) => !row.textContent.includes("found")).length);
  expect(await page.locator("#ledger tbody tr").count() > 0 && without === 0, "the ledger is not filtered by verdict");
  await ledger.locator("select[name=verdict]").selectOption("");
};

/// On paper are all findings, all rows and all lines, and nothing that can only be pressed.
const paper = async (page) => {
  const text = content();
  const all = text.match(/<article /g)?.length ?? 0;
  const accepted = text.match(/<article id="[^"]*" class="[^"]*accepted/g)?.length ?? 0;
  const rows = await page.evaluate(() => document.querySelector('form[data-for="ledger"] output').textContent);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const found = await page.evaluate(() => ({
    articles: document.querySelectorAll("#findings article").length,
    rows: document.querySelectorAll("#ledger tbody tr").length,
    closed: document.querySelectorAll("#source details:not([open])").length,
    pressed: [...document.querySelectorAll(".filter, nav, .more")].filter((one) => one.checkVisibility()).length,
  }));
  expect(found.articles === all - accepted, `${found.articles} findings are printed, not ${all - accepted}`);
  expect(`${found.rows} of ${found.rows} operations` === rows, `${found.rows} rows are printed: ${rows}`);
  expect(found.closed === 0 && found.pressed === 0, `what is printed: ${JSON.stringify(found)}`);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: null });
};

/// The name of a file shows what was found there.
const files = async (page) => {
  const file = page.locator("#files a[data-find]").first();
  if (await file.count() === 0) return;
  await file.evaluate((link) => link.click());
  const wanted = await file.getAttribute("data-find");
  expect(await page.locator("#findings input[name=text]").inputValue() === wanted, "a file is not looked for");
  const others = await page.locator("#findings article").evaluateAll((all, wanted) => all.filter((one) => !one.textContent.includes(wanted)).length, wanted);
  expect(others === 0, "findings of other files are shown");
};

const sorting = async (page) => {
  const column = page.locator('#ledger thead th[data-property="overflow"]');
  // By the keyboard: a page that is still laid out may move away under a pointer.
  const press = () => column.locator("button").press("Enter");
  await press();
  expect(await column.getAttribute("aria-sort") === "ascending", "the order is not told");
  const at = await column.evaluate((head) => head.cellIndex);
  const cells = () => page.locator("#ledger tbody tr").evaluateAll((rows, at) => rows.map((row) => row.cells[at].textContent), at);
  const order = ["found", "unknown", "proven", ""];
  const isSorted = (texts) => texts.every((text, place) => place === 0 || order.indexOf(texts[place - 1]) <= order.indexOf(text));
  expect(isSorted(await cells()), "the ledger is not sorted");
  await press();
  expect(isSorted((await cells()).reverse()), "the ledger is not sorted the other way");
};

/// A reader without scripts sees everything.
const withoutScript = async () => {
  const plain = await open({ javaScriptEnabled: false });
  const text = content();
  const count = (selector) => plain.locator(selector).count();
  const all = text.match(/<article /g)?.length ?? 0;
  expect(all > 0 && await count("#findings article") === all, "findings need a script");
  expect(await plain.locator("#findings article").last().isVisible(), "the last finding needs a script");
  expect(await plain.locator("#ledger tbody tr").last().isVisible(), "the ledger needs a script");
  expect(await plain.locator("#source pre").last().isVisible(), "the source needs a script");
  expect(!(await plain.locator("form.filter").first().isVisible()), "filters are shown that do nothing");
};

/// Milliseconds until the page has answered a change, and painted the answer.
const painted = (page, change) => page.evaluate(async ([selector, value]) => {
  const field = document.querySelector(selector);
  const start = performance.now();
  if (value === null) field.click();
  else {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return Math.round(performance.now() - start);
}, change);

if (task === "small" || task === "large") {
  links();
  for (const colorScheme of task === "small" ? ["light", "dark"] : ["light"]) {
    const page = await open({ colorScheme });
    if (task === "small") await accessibility(page, colorScheme);
    if (colorScheme === "light") { await filters(page); await sorting(page); await files(page); await visits(page); }
  }
  await paper(await open());
  await withoutScript();
  const narrow = await open({ viewport: { width: 360, height: 700 } });
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth <= 360), "a phone has to scroll sideways");
} else if (task === "measure") {
  // From the beginning of the navigation until everything is loaded, has run and is painted.
  const opened = (page) => page.evaluate(() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(performance.now()))));
  }));
  const page = await open();
  const took = { opened: await opened(page) };
  // The word is asked for at once, before anything could be prepared.
  for (const [what, selector, value] of [
    ["findings by text, at once", "#findings input[name=text]", "inf"],
    ["findings by text, again", "#findings input[name=text]", "overflow 7"],
    ["all findings again", "#findings input[name=text]", ""],
    ["findings by level", "#findings select[name=level]", "error"],
    ["ledger by text, at once", "#ledger input[name=text]", "7"],
    ["ledger by verdict", "#ledger select[name=verdict]", "proven"],
    ["ledger sorted by function", "#ledger thead th:nth-child(1) button", null],
    ["ledger sorted by a property", "#ledger thead th:nth-child(4) button", null],
  ]) took[what] = await painted(page, [selector, value]);
  await page.evaluate(() => document.querySelectorAll("form.filter").forEach((form) => { form.reset(); form.dispatchEvent(new Event("input")); }));
  const text = content();
  const last = [...text.matchAll(/ id="(f-\d+)"/g)].at(-1)?.[1];
  const followed = performance.now();
  await page.evaluate((id) => { location.hash = id; }, last);
  await page.waitForFunction((id) => document.getElementById(id)?.checkVisibility(), last);
  took["link to the last finding"] = Math.round(performance.now() - followed);
  // Without scripts there are no frames to wait for.
  const plain = performance.now();
  await (await open({ javaScriptEnabled: false })).locator("#words").waitFor();
  took["opened without scripts"] = Math.round(performance.now() - plain);
  const findings = text.match(/<article /g)?.length ?? 0;
  console.log(JSON.stringify({ findings, bytes: text.length, milliseconds: took }));
} else if (task === "print") {
  const page = await open();
  await page.pdf({ path: rest[0], format: "A4" });
} else {
  const page = await open({ colorScheme: rest[1] === "dark" ? "dark" : "light" });
  if (rest[2]) await page.evaluate((hash) => { location.hash = hash; }, rest[2]);
  await page.screenshot({ path: rest[0], fullPage: rest[2] === undefined });
}
await browser.close();
wrong.forEach((line) => console.log(line));
process.exit(wrong.length === 0 ? 0 : 1);
