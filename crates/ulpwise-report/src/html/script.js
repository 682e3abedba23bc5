"use strict";
(() => {
  const PAGE = 300;
  const fold = (text) => text.toLowerCase();
  const words = (text) => fold(text).split(/\s+/).filter(Boolean);
  const hasAll = (text, wanted) => wanted.every((word) => text.includes(word));

  // Findings: what does not match is hidden.
  const findings = document.querySelector('form[data-for="findings"]');
  let showAllFindings = () => {};
  if (findings) {
    const all = [...document.querySelectorAll("#findings > article")].map((article) => ({
      article, property: article.dataset.property, level: article.dataset.level,
      plain: article.dataset.plain === "1", accepted: article.classList.contains("accepted"), text: null,
    }));
    const fields = findings.elements;
    const filter = () => {
      const wanted = words(fields.text.value);
      let shown = 0;
      for (const one of all) {
        if (wanted.length && one.text === null) one.text = fold(one.article.textContent);
        const matches = (!fields.property.value || one.property === fields.property.value)
          && (!fields.level.value || one.level === fields.level.value)
          && (!fields.plain.checked || one.plain) && (fields.accepted.checked || !one.accepted)
          && (!wanted.length || hasAll(one.text, wanted));
        if (one.article.hidden === matches) one.article.hidden = !matches;
        shown += matches;
      }
      findings.querySelector("output").textContent = `${shown} of ${all.length}`;
    };
    showAllFindings = () => { findings.reset(); fields.accepted.checked = true; filter(); };
    findings.addEventListener("input", filter);
    findings.addEventListener("submit", (event) => event.preventDefault());
    findings.hidden = false;
    filter();
  }

  // Tables: rows that are not shown are not in the page, so that many thousands cost nothing.
  const verdicts = ["found", "unknown", "proven", ""];
  for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...body.rows].map((row) => ({ row, cells: null }));
    const cells = (one) => (one.cells ??= [...one.row.cells].map((cell) => cell.textContent));
    const section = table.closest("section");
    const form = section.querySelector("form.filter");
    const more = section.querySelector(".more");
    let order = rows, limit = table.classList.contains("paged") ? PAGE : Infinity, matching = rows;
    const show = () => {
      body.replaceChildren(...matching.slice(0, limit).map((one) => one.row));
      if (more) more.hidden = matching.length <= limit;
      if (form) form.querySelector("output").textContent = `${matching.length} of ${rows.length} operations`;
    };
    const filter = () => {
      matching = order;
      if (form) {
        const wanted = words(form.elements.text.value);
        const verdict = form.elements.verdict.value, property = form.elements.property.value;
        const columns = heads.flatMap((head, at) => head.dataset.property && (!property || head.dataset.property === property) ? [at] : []);
        if (wanted.length || verdict || property) matching = order.filter((one) => {
          const texts = cells(one);
          return hasAll(one.folded ??= fold(texts.slice(0, 3).join(" ")), wanted)
            && (verdict ? columns.some((at) => texts[at] === verdict) : !property || columns.some((at) => texts[at]));
        });
      }
      show();
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
      form.addEventListener("input", () => { limit = PAGE; filter(); });
      form.addEventListener("submit", (event) => event.preventDefault());
      form.hidden = false;
    }
    if (more) more.querySelector("button").addEventListener("click", () => { limit += PAGE; show(); });
    filter();
  }

  // A link to a finding that is filtered out shows it.
  const visit = () => {
    const target = location.hash.startsWith("#f-") && document.getElementById(location.hash.slice(1));
    if (target && target.hidden) { showAllFindings(); target.scrollIntoView(); }
  };
  addEventListener("hashchange", visit);
  visit();
})();
