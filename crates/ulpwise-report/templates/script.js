"use strict";
(() => {
  const fold = (text) => text.toLowerCase();
  const words = (text) => fold(text).split(/\s+/).filter(Boolean);
  const hasAll = (text, wanted) => wanted.every((word) => text.includes(word));

  // What stands in `noscript` is a text here, not a part of the page: thousands of findings cost nothing until somebody wants to see them.
  const entities = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
  const textOf = (html) => html.replace(/<[^>]*>/g, " ").replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]);
  const parsed = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    return holder.content.firstElementChild;
  };

  // A list of which a part is in the page. An item has a node, or the text that one is made of.
  const pager = (holder, size, { wrap = (html) => parsed(html), before, after } = {}) => {
    let items = [], from = 0, until = size;
    const node = (item) => (item.node ??= wrap(item.html));
    const show = () => {
      holder.replaceChildren(...items.slice(from, until).map(node));
      if (before) before.hidden = from === 0;
      if (after) after.hidden = until >= items.length;
    };
    before?.querySelector("button").addEventListener("click", () => { from = Math.max(0, from - size); show(); });
    after?.querySelector("button").addEventListener("click", () => { until += size; show(); });
    return {
      set(list) { items = list; from = 0; until = size; show(); },
      // Makes sure that an item is in the page; some others before it, too.
      reach(item) {
        const at = items.indexOf(item);
        if (at >= 0 && (at < from || at >= until)) { from = Math.max(0, at - 3); until = from + size; show(); }
        return at >= 0;
      },
      print() { holder.replaceChildren(...items.map(node)); },
      show,
    };
  };
  const pagers = [];

  // What is searched is prepared while nobody waits.
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 5 }), 20));
  const prepare = (items, work) => {
    let at = 0;
    const some = (deadline) => {
      while (at < items.length && deadline.timeRemaining() > 1) for (const end = Math.min(at + 20, items.length); at < end; at++) work(items[at]);
      if (at < items.length) idle(some);
    };
    idle(some);
  };

  // Findings: what does not match is not in the page.
  const findings = document.querySelector('form[data-for="findings"]');
  let showFinding = () => null;
  if (findings) {
    const section = document.getElementById("findings");
    const holder = section.querySelector(".list");
    const all = [...holder.querySelectorAll("article")].map((node) => ({
      node, id: node.id, property: node.dataset.property, level: node.dataset.level,
      plain: node.dataset.plain === "1", accepted: node.classList.contains("accepted"), text: null,
    }));
    const head = /^<article\sid="([^"]*)" class="([^"]*)" data-property="([^"]*)" data-level="([^"]*)" data-plain="([^"]*)"/;
    for (const html of holder.querySelector("noscript")?.textContent.match(/<article\s[^]*?<\/article>/g) ?? []) {
      const [, id, classes, property, level, plain] = html.match(head);
      all.push({ html, id, property, level, plain: plain === "1", accepted: classes.split(" ").includes("accepted"), text: null });
    }
    const text = (one) => (one.text ??= fold(one.html === undefined ? one.node.textContent : textOf(one.html)));
    const [before, after] = ["earlier", "later"].map((to) => section.querySelector(`.more[data-to="${to}"]`));
    const pages = pager(holder, 100, { before, after });
    pagers.push(pages);
    const fields = findings.elements;
    const filter = () => {
      const wanted = words(fields.text.value);
      const matching = all.filter((one) => (!fields.property.value || one.property === fields.property.value)
        && (!fields.level.value || one.level === fields.level.value)
        && (!fields.plain.checked || one.plain) && (fields.accepted.checked || !one.accepted)
        && (!wanted.length || hasAll(text(one), wanted)));
      pages.set(matching);
      findings.querySelector("output").textContent = `${matching.length} of ${all.length}`;
    };
    showFinding = (id) => {
      const one = all.find((one) => one.id === id);
      if (one && !pages.reach(one)) {
        findings.reset();
        fields.accepted.checked = true;
        filter();
        pages.reach(one);
      }
      return one && document.getElementById(id);
    };
    findings.addEventListener("input", filter);
    // The name of a file shows what was found there.
    for (const link of document.querySelectorAll("a[data-find]")) link.addEventListener("click", (event) => {
      event.preventDefault();
      findings.reset();
      fields.text.value = link.dataset.find;
      filter();
      section.scrollIntoView();
    });
    findings.addEventListener("submit", (event) => event.preventDefault());
    findings.hidden = false;
    filter();
    prepare(all, text);
  }

  // Tables: rows that are not shown are not in the page.
  const verdicts = ["found", "unknown", "proven", ""];
  const rowOf = (html) => parsed(`<table>${html}</table>`).rows[0];
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const section = table.closest("section");
    const rows = [...body.rows].map((node) => ({ node, cells: null }));
    const hidden = section.querySelector("noscript")?.textContent ?? "";
    const from = hidden.indexOf("<tbody>");
    for (const html of from < 0 ? [] : hidden.slice(from).match(/<tr>[^]*?<\/tr>/g) ?? []) rows.push({ html, cells: null });
    const cells = (one) => (one.cells ??= one.html === undefined
      ? [...one.node.cells].map((cell) => cell.textContent)
      : one.html.split(/<\/t[dh]>/).slice(0, -1).map((cell) => textOf(cell).trim()));
    const form = section.querySelector("form.filter");
    const pages = pager(body, table.classList.contains("paged") ? 300 : Infinity, { wrap: rowOf, after: section.querySelector(".more") });
    pagers.push(pages);
    let order = rows;
    const filter = () => {
      let matching = order;
      if (form) {
        const wanted = words(form.elements.text.value);
        const verdict = form.elements.verdict.value, property = form.elements.property.value;
        const columns = heads.flatMap((head, at) => head.dataset.property && (!property || head.dataset.property === property) ? [at] : []);
        if (wanted.length || verdict || property) matching = order.filter((one) => {
          const texts = cells(one);
          return hasAll(one.folded ??= fold(texts.slice(0, 3).join(" ")), wanted)
            && (verdict ? columns.some((at) => texts[at] === verdict) : !property || columns.some((at) => texts[at]));
        });
        form.querySelector("output").textContent = `${matching.length} of ${rows.length} operations`;
      }
      pages.set(matching);
    };
    heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const isNumber = head.classList.contains("number");
        const key = (one) => {
          const text = cells(one)[at];
          return isNumber ? Number(text) : head.dataset.property ? verdicts.indexOf(text) : text;
        };
        const collator = new Intl.Collator("en", { numeric: true });
        const compare = (a, b) => typeof a.key === "number" ? a.key - b.key : collator.compare(a.key, b.key);
        const keyed = order.map((one, place) => ({ one, place, key: key(one) }));
        keyed.sort((a, b) => (down ? -compare(a, b) : compare(a, b)) || a.place - b.place);
        order = keyed.map((entry) => entry.one);
        filter();
      });
    });
    if (form) {
      form.addEventListener("input", filter);
      form.addEventListener("submit", (event) => event.preventDefault());
      form.hidden = false;
      prepare(rows, cells);
    }
    filter();
  }

  // Source: files that are not in the page are closed, and are put there when they are opened.
  const later = [...document.querySelectorAll("#source details:has(> noscript)")];
  const fill = (details) => {
    const text = details.querySelector(":scope > noscript");
    if (text) text.replaceWith(parsed(text.textContent));
  };
  for (const details of later) {
    details.open = false;
    details.addEventListener("toggle", () => { if (details.open) fill(details); });
  }
  const showSource = (id) => {
    const wanted = `id="${id}"`;
    const details = later.find((one) => one.querySelector(":scope > noscript")?.textContent.includes(wanted));
    if (details) { fill(details); details.open = true; }
    const target = document.getElementById(id);
    const around = target?.closest("details");
    if (around) around.open = true;
    return target;
  };

  // A link to something that is not in the page puts it there. `:target` does not notice, so that it is marked by a class.
  const visit = () => {
    document.querySelector(".target")?.classList.remove("target");
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id.startsWith("f-") ? showFinding(id) : id.startsWith("s-") ? showSource(id) : null;
    target?.classList.add("target");
    // What comes into view for the first time gets its true height then, and moves what is below.
    const scroll = (times) => { target.scrollIntoView(); if (times > 0) requestAnimationFrame(() => scroll(times - 1)); };
    if (target) scroll(3);
  };
  addEventListener("hashchange", visit);
  // The same link once more: the address stays as it is, and the reader may have filtered the finding out.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#f-"], a[href^="#s-"]');
    if (link && link.getAttribute("href") === location.hash) { event.preventDefault(); visit(); }
  });
  visit();

  // On paper is everything that the filters leave.
  let opened = [];
  addEventListener("beforeprint", () => {
    pagers.forEach((pages) => pages.print());
    opened = later.filter((details) => !details.open);
    opened.forEach((details) => { fill(details); details.open = true; });
  });
  addEventListener("afterprint", () => {
    pagers.forEach((pages) => pages.show());
    opened.forEach((details) => { details.open = false; });
  });
})();
