// Opens reports in Chromium and looks at them the way a reader does.
//
//   node check.mjs small SAMPLE.html        everything: links, filters, sorting, accessibility, no script, no network
//   node check.mjs large LARGE.html         filters and sorting of many thousand rows; prints how long things take
//   node check.mjs picture FILE.html PNG    a screenshot, light; with a fourth word "dark", dark
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

const visible = (page, selector) => page.locator(selector).evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);

const links = async (page) => {
  const broken = await page.locator("a[href]").evaluateAll((all) => all
    .map((link) => link.getAttribute("href"))
    .filter((href) => !href.startsWith("#") || !document.getElementById(href.slice(1))));
  expect(broken.length === 0, `links that lead nowhere: ${broken.slice(0, 5)}`);
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
  const all = await page.locator("#findings > article").count();
  const accepted = await page.locator("#findings > article.accepted").count();
  expect(await visible(page, "#findings > article") === all - accepted, "accepted findings are not hidden at first");
  await page.getByLabel("with accepted ones").check();
  expect(await visible(page, "#findings > article") === all, "not all findings are shown");
  const form = page.locator('form[data-for="findings"]');
  await form.locator("select[name=property]").selectOption("overflow");
  const overflows = await page.locator('#findings > article[data-property="overflow"]').count();
  expect(overflows > 0 && await visible(page, "#findings > article") === overflows, "the filter by property does not filter");
  expect((await form.locator("output").textContent()) === `${overflows} of ${all}`, "the count is wrong");
  await form.locator("select[name=property]").selectOption("");
  await form.locator("input[name=text]").fill("no such text anywhere");
  expect(await visible(page, "#findings > article") === 0, "the filter by text does not filter");
  await page.evaluate(() => { location.hash = "#f-1"; });
  await page.waitForFunction(() => document.getElementById("f-1").checkVisibility());
  await form.locator("input[name=text]").fill("");
  const ledger = page.locator('form[data-for="ledger"]');
  await ledger.locator("select[name=verdict]").selectOption("found");
  const without = await page.locator("#ledger tbody tr").evaluateAll((rows) => rows.filter((row) => !row.textContent.includes("found")).length);
  expect(await page.locator("#ledger tbody tr").count() > 0 && without === 0, "the ledger is not filtered by verdict");
  await ledger.locator("select[name=verdict]").selectOption("");
};

const sorting = async (page) => {
  const column = page.locator("#ledger thead th", { hasText: "overflow" });
  await column.locator("button").click();
  expect(await column.getAttribute("aria-sort") === "ascending", "the order is not told");
  const at = await column.evaluate((head) => head.cellIndex);
  const cells = () => page.locator("#ledger tbody tr").evaluateAll((rows, at) => rows.map((row) => row.cells[at].textContent), at);
  const order = ["found", "unknown", "proven", ""];
  const isSorted = (texts) => texts.every((text, place) => place === 0 || order.indexOf(texts[place - 1]) <= order.indexOf(text));
  expect(isSorted(await cells()), "the ledger is not sorted");
  await column.locator("button").click();
  expect(isSorted((await cells()).reverse()), "the ledger is not sorted the other way");
};

if (task === "small") {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ colorScheme });
    await links(page);
    await accessibility(page, colorScheme);
    if (colorScheme === "light") { await filters(page); await sorting(page); }
  }
  const plain = await open({ javaScriptEnabled: false });
  const count = (selector) => plain.locator(selector).count();
  expect(await count("#findings > article[hidden]") === 0 && await count("#findings > article") > 0, "findings need a script");
  expect(await plain.locator("#ledger tbody tr").first().isVisible(), "the ledger needs a script");
  expect(!(await plain.locator("form.filter").first().isVisible()), "filters are shown that do nothing");
  const narrow = await open({ viewport: { width: 360, height: 700 } });
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth <= 360), "a phone has to scroll sideways");
} else if (task === "large") {
  const took = async (what, work) => {
    const start = performance.now();
    const result = await work();
    console.log(`${what}: ${Math.round(performance.now() - start)} ms`);
    return result;
  };
  const page = await took("opened", async () => {
    const page = await open();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return page;
  });
  await took("links followed", () => links(page));
  const painted = (change) => page.evaluate(async ([selector, value]) => {
    const field = document.querySelector(selector);
    const start = performance.now();
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return Math.round(performance.now() - start);
  }, change);
  for (const [what, selector, value] of [
    ["findings by text, first time", "#findings input[name=text]", "average"],
    ["findings by text, again", "#findings input[name=text]", "overflow 7"],
    ["findings by level", "#findings select[name=level]", "error"],
    ["ledger by text, first time", "#ledger input[name=text]", "function_7"],
    ["ledger by verdict", "#ledger select[name=verdict]", "proven"],
  ]) {
    console.log(`${what}: ${await painted([selector, value])} ms`);
  }
  await page.evaluate(() => document.querySelectorAll("form.filter").forEach((form) => { form.reset(); form.dispatchEvent(new Event("input")); }));
  await filters(page);
  await took("sorted twice", () => sorting(page));
} else {
  const page = await open({ colorScheme: rest[1] === "dark" ? "dark" : "light" });
  if (rest[2]) await page.evaluate((hash) => { location.hash = hash; }, rest[2]);
  await page.screenshot({ path: rest[0], fullPage: rest[2] === undefined });
}
await browser.close();
wrong.forEach((line) => console.log(line));
process.exit(wrong.length === 0 ? 0 : 1);
