"use strict";
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const PADDING = 1.5; // points around a lit line, so that its letters do not touch the edge
  const MARGIN = 18; // points from the paper's edge: where the numbers of places stand, and hardly ever a word
  const SIZES = [0.75, 1, 1.25, 1.5, 2]; // of a page, against the one that fits
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

  let items, current = null, place = null, size = 1;

  const shown = () => items.filter((item) => !item.hidden);
  const places = (item) => all("a.quote", item);

  // What an item lights, and the place that is in view.
  function light(item, active) {
    all("svg").forEach((svg) => svg.replaceChildren());
    all("a.quote.active").forEach((quote) => quote.classList.remove("active"));
    const lit = places(item);
    lit.forEach((quote) => draw(quote, quote === active));
    if (lit.length > 1) lit.forEach(number);
    place = active;
    if (active) active.classList.add("active");
    list(lit, active);
  }

  const paper = (quote) => quote.dataset.boxes && one(`#page-${quote.dataset.page} svg`);

  function draw(quote, active) {
    const svg = paper(quote);
    if (!svg) return;
    for (const [x0, top, x1, bottom] of boxesOf(quote)) {
      const at = { x: x0 - PADDING, y: top - PADDING, width: x1 - x0 + 2 * PADDING, height: bottom - top + 2 * PADDING };
      add(svg, "rect", { ...at, rx: 1.5, class: active ? "lit active" : "lit" });
    }
  }

  // A place's number, in the margin that is nearer to it, below the numbers that stand there already.
  function number(quote) {
    const svg = paper(quote);
    if (!svg) return;
    const width = svg.viewBox.baseVal.width, [x0, top, x1, bottom] = boxesOf(quote)[0];
    const x = x0 < width - x1 ? MARGIN : width - MARGIN;
    let y = (top + bottom) / 2;
    for (const dot of all("circle", svg)) {
      if (Number(dot.getAttribute("cx")) === x && Math.abs(Number(dot.getAttribute("cy")) - y) < 16) y = Number(dot.getAttribute("cy")) + 16;
    }
    add(svg, "circle", { cx: x, cy: y, r: 7 });
    add(svg, "text", { x, y: y + 3 }).textContent = quote.dataset.number;
  }

  function add(parent, name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return parent.appendChild(element);
  }

  const boxesOf = (quote) => quote.dataset.boxes.split(";").map((box) => box.split(",").map(Number));

  // What is lit, above the page: its name, and its places when there are several.
  function list(lit, active) {
    const strip = one("#places");
    if (!strip) return;
    one("#lit").textContent = lit.length ? name(current) : "No place on a page";
    strip.replaceChildren(...(lit.length > 1 ? lit : []).map((quote) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = `${quote.dataset.number}  ${one(".where", quote).firstChild.textContent}`;
      button.setAttribute("aria-pressed", String(quote === active));
      button.addEventListener("click", () => show(quote));
      return button;
    }));
  }

  const name = (item) => `${one("h2", item.closest(".group")).textContent}: ${one(".head", item).textContent}`;

  function show(quote) {
    light(quote.closest(".item"), quote);
    document.body.classList.add("looking");
    scrollTo(quote);
  }

  // Bring the first line of a place to the upper third of the pane, unless the place is in view already.
  function scrollTo(quote, atOnce = false) {
    const pane = one("#sheets"), figure = one(`#page-${quote.dataset.page}`);
    if (!figure || !pane.clientHeight) return;
    const view = pane.getBoundingClientRect();
    const lines = all("rect.active", figure).map((rect) => rect.getBoundingClientRect());
    if (!lines.length) {
      figure.scrollIntoView({ block: "start" });
      return;
    }
    const left = Math.min(...lines.map((line) => line.left)), right = Math.max(...lines.map((line) => line.right));
    const top = Math.min(...lines.map((line) => line.top)), bottom = Math.max(...lines.map((line) => line.bottom));
    const margin = 24;
    const down = top >= view.top + margin && bottom <= view.bottom - margin ? 0 : top - view.top - view.height * 0.3;
    const inside = left >= view.left && right <= view.right;
    const across = inside ? 0 : right - left > view.width ? left - view.left - margin : (left + right - view.left - view.right) / 2;
    const far = atOnce || Math.abs(down) > 2 * view.height || matchMedia("(prefers-reduced-motion: reduce)").matches;
    pane.scrollBy({ top: down, left: across, behavior: far ? "instant" : "smooth" });
  }

  function select(item, focus) {
    if (current) {
      current.classList.remove("current");
      open(current, false);
      one(".row", current).removeAttribute("aria-current");
    }
    current = item;
    item.classList.add("current");
    open(item, true);
    one(".row", item).setAttribute("aria-current", "true");
    if (focus) one(".row", item).focus({ preventScroll: true });
    const first = places(item)[0];
    if (first && focus !== null) show(first);
    else light(item, first || null);
    if (first && focus === null) scrollTo(first, true);
    if (focus !== null) item.scrollIntoView({ block: document.body.matches(".looking") && narrow() ? "start" : "nearest" });
    count();
  }

  function open(item, is) {
    item.classList.toggle("open", is);
    one(".row", item).setAttribute("aria-expanded", String(is));
  }

  const narrow = () => matchMedia("(max-width: 899px)").matches;

  function count() {
    const now = shown();
    one("#position").textContent = now.length ? `${now.indexOf(current) + 1} of ${now.length}` : "";
  }

  function go(step, among = shown()) {
    if (!among.length) return;
    const at = among.indexOf(current);
    if (at >= 0) return select(among[Math.min(Math.max(at + step, 0), among.length - 1)], true);
    const here = items.indexOf(current);
    const beyond = among.filter((item) => (step > 0 ? items.indexOf(item) > here : items.indexOf(item) < here));
    select((step > 0 ? beyond[0] : beyond.at(-1)) || among[0], true);
  }

  function filter(name) {
    all("[data-show]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.show === name)));
    items.forEach((item) => { item.hidden = name !== "all" && !item.hasAttribute(`data-${name}`); });
    all(".group").forEach((group) => { group.hidden = all(".item", group).every((item) => item.hidden); });
    if (current.hidden && shown().length) select(shown()[0], false);
    one("#list").scrollTop = 0;
    current.scrollIntoView({ block: "nearest" });
    count();
  }

  function other() {
    const lit = places(current);
    if (lit.length) show(lit[(lit.indexOf(place) + 1) % lit.length]);
  }

  function zoom(step) {
    const pane = one("#sheets");
    if (!pane) return;
    size = Math.min(Math.max(size + step, 0), SIZES.length - 1);
    pane.style.setProperty("--zoom", SIZES[size]);
    if (place) scrollTo(place);
  }

  // Decisions live in this page until they are saved as a file for "docpipe review import".
  const decisions = new Map();
  let saved = true, reviewer = "";

  function decide(action) {
    if (!current || !current.dataset.at) return;
    if (action !== "correct" && decisions.get(current)?.action === action) {
      decisions.delete(current); // the same key again takes it back
    } else {
      const shown = one(".head", current).textContent;
      const value = action === "correct" ? prompt("The right value", shown) : undefined;
      if (value === null) return;
      reviewer = reviewer || prompt("Your name, which is kept with your decisions") || "";
      if (!reviewer) return;
      decisions.set(current, decision(current, action, value));
    }
    const now = decisions.get(current);
    if (now) current.dataset.decided = now.value === undefined ? now.action : `${now.action}: ${now.value}`;
    else delete current.dataset.decided;
    saved = decisions.size === 0;
    one("#save").hidden = decisions.size === 0;
    one("#save span").textContent = decisions.size;
  }

  function decision(item, action, value) {
    const quote = places(item)[0];
    return {
      document_sha256: document.body.dataset.sha256, document: document.body.dataset.name, id: "",
      path: "/" + item.dataset.at.replaceAll(".", "/"), action, value,
      quote: quote && one("q", quote).textContent, page: quote && Number(quote.dataset.page) || undefined,
      by: reviewer, at: new Date().toISOString().slice(0, 19) + "Z",
    };
  }

  function save() {
    const link = document.createElement("a");
    const lines = [...decisions.values()].map((made) => JSON.stringify(made) + "\n");
    link.href = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
    link.download = `${document.body.dataset.name}.corrections.jsonl`;
    link.click();
    saved = true;
  }

  const KEYS = {
    a: () => decide("accept"),
    x: () => decide("reject"),
    c: () => decide("correct"),
    j: () => go(1),
    k: () => go(-1),
    n: () => go(1, shown().filter((item) => item.hasAttribute("data-check"))),
    p: () => go(-1, shown().filter((item) => item.hasAttribute("data-check"))),
    o: other,
    "+": () => zoom(1),
    "-": () => zoom(-1),
    Escape: () => document.body.classList.remove("looking"),
  };

  // The value that the address names (lease.html#governing_law.0), or what it is a part of, or its field.
  function named() {
    let at = decodeURIComponent(location.hash.slice(1));
    const field = at.split(".")[0];
    for (; at; at = at.slice(0, Math.max(at.lastIndexOf("."), 0))) {
      const item = items.find((one) => one.dataset.at === at);
      if (item) return item;
    }
    return field && items.find((one) => one.dataset.at?.split(".")[0] === field);
  }

  function start() {
    items = all(".item");
    items.forEach((item) => {
      open(item, false);
      one(".row", item).addEventListener("click", () => {
        if (item === current && document.body.matches(".looking")) open(item, !item.classList.contains("open"));
        else select(item, true);
      });
    });
    all("a.quote").forEach((quote) => quote.addEventListener("click", (event) => {
      event.preventDefault();
      if (quote.closest(".item") !== current) select(quote.closest(".item"), false);
      show(quote);
    }));
    all("[data-show]").forEach((button) => button.addEventListener("click", () => filter(button.dataset.show)));
    all("[data-go]").forEach((button) => button.addEventListener("click", () => go(Number(button.dataset.go))));
    all("[data-zoom]").forEach((button) => button.addEventListener("click", () => zoom(Number(button.dataset.zoom))));
    all(".close").forEach((button) => button.addEventListener("click", KEYS.Escape));
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    all("[data-decide]").forEach((button) => button.addEventListener("click", () => decide(button.dataset.decide)));
    one("#save").addEventListener("click", save);
    addEventListener("beforeunload", (event) => { if (!saved) event.preventDefault(); });
    if (!items.length) return;
    select(named() || items.find((item) => places(item).some(paper)) || items[0], null); // shows how the page works
    current.scrollIntoView({ block: "nearest" });
    addEventListener("hashchange", () => { if (named()) select(named(), true); });
    addEventListener("load", () => { if (place) scrollTo(place, true); }, { once: true }); // sizes are known now
  }

  document.addEventListener("DOMContentLoaded", start);
})();
