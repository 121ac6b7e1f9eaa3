/**
 * The one client of all panels: shows the HTML that a Panel renders in Python and sends back what a
 * person does. panel.py explains the data attributes; this file does not depend on any game.
 */
const FIELD = "input, select, textarea";
const SILENCE = 6000; // ms until a panel says that nothing answers
const LIVE_PAUSE = 150; // ms between messages while someone types
const SLIDE_PAUSE = 600; // ms until a slider rests, its steps answered

/** Changes the children of `have` to those of `want`, keeping nodes (and so focus, caret and scroll position). */
export function patch(have, want, typed = new WeakSet()) {
  const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);
  const wanted = new Set([...want.childNodes].map(keyOf));
  const keyed = new Map();
  for (const child of [...have.childNodes]) {
    const key = keyOf(child);
    if (key && wanted.has(key)) keyed.set(key, child);
    else if (key) child.remove();
  }
  let at = have.firstChild;
  for (const next of [...want.childNodes]) {
    const key = keyOf(next);
    let match = key ? keyed.get(key) : at && !keyOf(at) ? at : null;
    if (match && match.nodeName !== next.nodeName) match = null;
    if (!match) {
      have.insertBefore(next, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else have.insertBefore(match, at);
    patchNode(match, next, typed);
  }
  for (let rest = at; rest; rest = at) {
    at = rest.nextSibling;
    rest.remove();
  }
}

function patchNode(have, want, typed) {
  if (have.nodeType !== 1) {
    if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
    return;
  }
  if (have.nodeName === "svg" && have.isEqualNode(want)) return;
  const own = have.nodeName === "DETAILS" ? "open" : "tabindex"; // set by the person or the roving index
  for (const { name } of [...have.attributes]) {
    if (!want.hasAttribute(name) && name !== own) have.removeAttribute(name);
  }
  for (const { name, value } of [...want.attributes]) {
    if (have.getAttribute(name) !== value && !(own === "open" && name === "open")) have.setAttribute(name, value);
  }
  const { value } = want; // taken before its text goes over to a field that had none
  if (!want.hasAttribute("data-figure")) patch(have, want, typed); // a chart's inside is plotly.js's
  if (!have.matches(FIELD) || typed.has(have)) return;
  if (have.type === "checkbox" || have.type === "radio") have.checked = want.hasAttribute("checked");
  else if (have.value !== value) have.value = value;
}

/** The value of a control: of a named one `{name: value}`, of a form all its named ones, of a button its data-value. */
export function valueOf(element) {
  if (element.nodeName === "FORM") return Object.fromEntries(new FormData(element));
  if (!element.matches(FIELD)) return element.dataset.value ?? null;
  const value = element.type === "checkbox" ? element.checked : element.value;
  return element.name ? { [element.name]: value } : value;
}

function rove(root, resting) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    const items = itemsOf(group);
    const chosen = "[aria-checked=true], [aria-selected=true], [aria-pressed=true], [aria-current]";
    const last = resting.get(group);
    const stop = items.includes(last) ? last : (items.find((item) => item.matches(chosen)) ?? items.find(seen));
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }
}

const ITEMS = "button, a[href], summary, [data-item]";
const itemsOf = (group) => [...group.querySelectorAll(ITEMS)].filter((item) => !item.disabled);
const seen = (item) => item.checkVisibility?.() ?? true;

/** Returns the item that an arrow key moves to, or undefined. */
export function step(items, from, key) {
  const at = items.indexOf(from);
  if (at < 0) return undefined;
  const last = items.length - 1;
  if (key === "ArrowRight" || key === "ArrowDown") return items[at === last ? 0 : at + 1];
  if (key === "ArrowLeft" || key === "ArrowUp") return items[at === 0 ? last : at - 1];
  if (key === "Home") return items[0];
  return key === "End" ? items[last] : undefined;
}

/** Scrolls to elements with a new `data-bring`, the first one last. */
function bring(body, seen, moves) {
  for (const part of [...body.querySelectorAll("[data-bring]")].reverse()) {
    if (moves && seen.get(part) !== part.dataset.bring) part.scrollIntoView({ block: "nearest" });
    seen.set(part, part.dataset.bring);
  }
}

/** Gets a file from the kernel: its text or its buffers. */
function ask(model, need) {
  return new Promise((done, fail) => {
    const answer = (said, buffers) => {
      if (said?.need !== need) return;
      model.off("msg:custom", answer);
      if (said.text || buffers?.length) done({ text: said.text, buffers });
      else fail(new Error(`the kernel has no ${need}`));
    };
    model.on("msg:custom", answer);
    model.send({ need });
  });
}

/** A part of the client that few panels need, once per page. */
function part(win, model, file) {
  const name = Symbol.for(`twingkit.${file}`);
  win[name] ??= ask(model, file).then(({ text }) => {
    return import(win.URL.createObjectURL(new win.Blob([text], { type: "text/javascript" })));
  });
  win[name].catch(() => delete win[name]);
  return win[name];
}

/** Opens the table of a chart without a drawing. */
function noChart(place) {
  place.closest(".tk-plot").classList.add("tk-plot-off");
  place.closest(".tk-plot").querySelector("details")?.setAttribute("open", "");
}

/** Closes new foldable parts on a narrow page; after that, a person opens and closes them. */
function fold(body, folds) {
  const parts = [...body.querySelectorAll("details[data-fold]")].filter((part) => !folds.has(part));
  const width = parts.length && body.clientWidth; // lays the page out
  if (!width) return;
  for (const part of parts) {
    if (width < 640) part.open = false;
    folds.add(part);
  }
}

const EDGES = 12; // pixels left between what is asked and the edges of the window

/** Measures how much of the window the bars at its edges take, and gives `data-grows` the space that the question leaves. */
function measure(root, body) {
  const measured = root.style.getPropertyValue("--tk-foot");
  if (!measured && !body.querySelector("[data-head], [data-foot], [data-grows], .tk-no-open")) return;
  const win = body.ownerDocument.defaultView;
  const room = { head: 0, foot: 0 };
  const before = parseFloat(measured);
  for (const [bar, edge] of [["head", "top"], ["foot", "bottom"]]) {
    for (const part of body.querySelectorAll(`[data-${bar}]`)) {
      const style = win.getComputedStyle(part);
      if (style.position === "sticky") room[bar] = Math.max(room[bar], part.offsetHeight + parseFloat(style[edge]));
    }
    root.style.setProperty(`--tk-${bar}`, `${room[bar]}px`);
  }
  const { activeElement } = root.getRootNode();
  if (room.foot > before && body.contains(activeElement)) activeElement.scrollIntoView({ block: "nearest" }); // the bar has grown over it
  for (const part of body.querySelectorAll("[data-grows]")) {
    part.style.maxHeight = "";
    const least = parseFloat(win.getComputedStyle(part).maxHeight);
    const boxes = [...body.querySelectorAll("[data-asked]")].map((asked) => asked.getBoundingClientRect()).filter(({ height }) => height);
    const asked = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
    const left = win.innerHeight - room.head - room.foot - asked - EDGES;
    if (least && left > 0) part.style.maxHeight = `${least + left}px`;
  }
  putReason(body, win.innerHeight - room.foot);
}

/** Puts the open reason of a forbidden choice above its button if the bar at the lower edge would hide it below. */
function putReason(body, end) {
  const reason = body.querySelector(".tk-no-open > .tk-no-reason");
  if (!reason) return;
  const [button, { height }] = [reason.previousElementSibling.getBoundingClientRect(), reason.getBoundingClientRect()];
  reason.classList.toggle("tk-no-above", button.bottom + height + EDGES > end && button.top > height);
}

/** What a panel in a notebook says about its kernel. */
const GONE = {
  en: {
    dead: "The kernel of this panel was restarted or has ended. Run its cell again to go on.",
    silent: "No answer yet: the kernel is busy, or it was restarted. If it was restarted, run this cell again.",
  },
  de: {
    dead: "Der Kernel dieses Panels wurde neu gestartet oder beendet. Führe seine Zelle noch einmal aus, um weiterzumachen.",
    silent: "Noch keine Antwort: Der Kernel ist beschäftigt oder wurde neu gestartet. Wurde er neu gestartet, führe diese Zelle noch einmal aus.",
  },
};

const writes = (target) =>
  target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox]):not([type=radio])");

function render({ model, el }) {
  const page = el.ownerDocument;
  const stop = new AbortController();
  const on = (node, type, listen, how) => node.addEventListener(type, listen, { signal: stop.signal, ...how });
  const typed = new WeakSet(); // fields whose text the kernel has not answered yet
  const resting = new WeakMap(); // roving group -> the item that keeps the tab stop
  const waiting = new Map(); // live field -> timer
  const folds = new WeakSet(); // parts to be folded that stood here before
  const brought = new WeakMap(); // what was brought into sight -> its data-bring
  let pressed = null; // the control pressed last, until the result shows
  let sliding = 0; // timer of the slider that is being moved
  let owed = 0; // actions that the kernel has not carried out yet
  let acted = false; // true while an action here has not shown its result
  const [root, body, status] = ["tk-panel", "tk-body", "tk-status"].map((name) => {
    return Object.assign(page.createElement("div"), { className: name });
  });
  root.tabIndex = -1;
  root.dataset.lmSuppressShortcuts = "true"; // JupyterLab: its command keys stay out of the panel
  status.setAttribute("role", "status");
  status.setAttribute("aria-live", "polite");
  root.append(body, status);

  function send(element) {
    clearTimeout(waiting.get(element));
    waiting.delete(element);
    post(element.dataset.act, valueOf(element));
  }

  function post(act, value) {
    acted = true;
    try {
      model.send({ act, value });
      owed += 1;
      mark();
      unanswered ||= setTimeout(() => gone("silent"), SILENCE);
    } catch (error) {
      gone("dead");
      page.defaultView.dispatchEvent(new page.defaultView.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
  }

  const notice = Object.assign(page.createElement("p"), { className: "tk-no-kernel" });
  notice.setAttribute("role", "alert");
  let unanswered = 0; // timer of the oldest action without an answer
  let live = true; // false while the kernel is not connected

  function gone(how) {
    if ("tkKeys" in page.documentElement.dataset) return; // the site's own frame says it
    notice.textContent = (GONE[model.get("lang")] ?? GONE.en)[how];
    root.prepend(notice);
  }

  function answered() {
    clearTimeout(unanswered);
    unanswered = 0;
    notice.remove();
  }

  /** Jupyter reports that the kernel is gone, or back. */
  function connection() {
    live = !live;
    owed = 0;
    if (live) answered();
    else gone("dead");
  }

  function show() {
    const focused = root.getRootNode().activeElement ?? page.activeElement;
    const around = []; // the focused element and its ancestors, innermost first
    if (focused !== root && root.contains(focused)) for (let at = focused; at !== root; at = at.parentNode) around.push(at);
    const want = page.createElement("template");
    want.innerHTML = model.get("html");
    const stood = places?.standing(pressed);
    const beside = around.length ? places?.beside(focused) ?? [] : [];
    pressed = null;
    patch(body, want.content, typed);
    fold(body, folds);
    rove(root, resting);
    draw();
    drag();
    explain();
    place();
    if (stood) places.hold(page.defaultView, stood);
    bring(body, brought, acted);
    const came = places?.arrival(body, acted && focused);
    acted = false;
    work();
    // An element that is now hidden (such as a replaced list) loses the focus a moment later.
    const usable = (element) => element && root.contains(element) && !element.disabled && seen(element);
    if (came) return came.focus({ preventScroll: true });
    if (!around.length || (root.getRootNode().activeElement === focused && usable(focused))) return;
    const twin = focused.dataset.key && body.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
    const near = around.filter(usable).map((element) => element.querySelector("[data-focus]"));
    [focused, twin, ...(places?.earlier(around) ?? []), ...beside, ...near, root].find(usable).focus({ preventScroll: true });
  }

  let drawing = null; // the charts of this panel, if it has any
  function draw() {
    const places = body.querySelectorAll("[data-figure]");
    if (!places.length && !drawing) return;
    drawing ??= part(page.defaultView, model, "chart.js").then(({ charts }) => charts(body, (need) => ask(model, need), noChart));
    drawing.then((drawn) => drawn.look()).catch(() => {
      drawing = null;
      places.forEach(noChart);
    });
  }

  let drags = false; // true if items can be dragged here
  function drag() {
    if (drags || !body.querySelector("[data-drag]")) return;
    drags = true;
    more("drag.js").then(({ dragging }) => dragging(root, on, (value) => post("drag", value)));
  }

  let settle = null; // closes what explains a word that is gone: see terms.js
  function explain() {
    if (settle) return settle();
    if (!body.querySelector("[data-term]")) return;
    settle = () => {};
    more("terms.js").then(({ explaining }) => { settle = explaining(root, on); });
  }

  let places = null; // see large_panel.js
  function place() {
    measure(root, body);
    if (places || !body.querySelector("[data-stay], [data-arrives], [data-foot], [role=tree]")) return;
    more("large_panel.js").then((found) => {
      if (places) return;
      places = found;
      places.arrival(body);
      places.bringing(root, body, stop.signal);
    });
  }

  let working = null; // shows how far long work is: see work.js
  function work() {
    if (model.get("working")) working ??= more("work.js").then((found) => found.working(model, body, stop.signal));
    working?.then((advance) => advance());
  }

  /** A file that the kernel has made for the person. */
  const given = (said, buffers) => said?.file && more("save.js").then(({ saveFile }) => saveFile(page, said, buffers));

  function carriedOut() {
    if (!model.get("busy")) owed = Math.max(0, owed - 1);
    mark();
  }

  const mark = () => {
    root.lang = model.get("lang");
    root.setAttribute("aria-busy", String(model.get("busy") || owed > 0));
    if (status.textContent !== model.get("status")) tell(model.get("status"));
  };

  function tell(news) {
    status.textContent = news;
    const win = page.defaultView;
    if (news) win.dispatchEvent(new win.CustomEvent("twingkit:said", { detail: news })); // the page may keep a log
  }

  const more = (file) => part(page.defaultView, model, file);
  on(root, "click", (event) => {
    if (event.target.closest("[data-print]")) return page.defaultView.print();
    const picture = event.target.closest("[data-picture]");
    if (picture) return more("save.js").then(({ savePicture }) => savePicture(body, picture.dataset.picture));
    const copies = event.target.closest("[data-copy]");
    if (copies) return more("save.js").then(({ copyText }) => copyText(copies, tell));
    const element = event.target.closest("[data-act]");
    if (!element || element.matches(`${FIELD}, form`)) return;
    event.preventDefault();
    if (element.matches(":disabled, [aria-disabled=true]")) return;
    if (event.detail > 1 && "once" in element.dataset) return; // meant for what stood here before
    pressed = element;
    send(element);
  });
  on(root, "input", (event) => {
    const field = event.target;
    if (!field.matches("input:not([type=checkbox]):not([type=radio]), textarea")) return;
    typed.add(field);
    if (!("live" in field.dataset) || waiting.has(field)) return;
    waiting.set(field, setTimeout(() => send(field), LIVE_PAUSE));
  });
  on(root, "change", (event) => {
    const field = event.target;
    if (!field.matches("[data-act]")) return;
    if (field.type === "file") return field.files[0]?.text().then((text) => post(field.dataset.act, { text }));
    send(field);
    if (field.type !== "range") return typed.delete(field);
    clearTimeout(sliding); // answers to its earlier steps do not move a slider
    sliding = setTimeout(function rest() {
      if (owed) return void (sliding = setTimeout(rest, SLIDE_PAUSE));
      typed.delete(field);
      show();
    }, SLIDE_PAUSE);
  });
  on(root, "submit", (event) => {
    if (!event.target.matches("[data-act]")) return;
    event.preventDefault();
    for (const field of event.target.elements) typed.delete(field);
    send(event.target);
  });
  on(root, "focusin", (event) => {
    const group = event.target.closest("[data-roving]");
    if (!group || !itemsOf(group).includes(event.target)) return;
    resting.set(group, event.target);
    rove(root, resting);
  });
  /** Closes the reason of a forbidden choice that was left open, unless something on the `path` acts: this closes it, too. */
  function closeReason(path = []) {
    const open = body.querySelector(".tk-no-open");
    if (!open || path.includes(open)) return false;
    open.classList.remove("tk-no-open");
    if (!path.some((node) => node.dataset?.act)) send(open);
    return true;
  }
  on(page, "click", (event) => closeReason(event.composedPath()), { capture: true });
  function press(event) {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return; // held down, a key acts once
    const closes = event.key === "Escape"; // also in a field: the last cross, for what stands last has opened last
    if (closes && closeReason()) return event.preventDefault();
    if (writes(event.target) && !closes) return;
    // Keys of controls in a closed fold do nothing: their effect would be invisible.
    const unseen = "[disabled], [inert] *, details:not([open]) > :not(summary) *";
    const meant = [...body.querySelectorAll(`[data-shortcut="${CSS.escape(event.key)}"]:not(${unseen})`)];
    const button = closes ? meant.findLast((each) => each.matches(".tk-icon-button")) ?? meant.at(-1) : meant[0];
    if (!button) return;
    event.preventDefault();
    if (!root.contains(event.target)) button.focus({ preventScroll: true });
    button.click();
  }
  on(root, "keydown", (event) => {
    const group = event.target.closest("[data-roving]");
    const tree = group?.matches("[role=tree]") && places;
    const next = group && (tree ? tree.climb(group, event.target, event.key, step) : step(itemsOf(group).filter(seen), event.target, event.key));
    if (next && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      if (next !== event.target) next.focus();
      else if (tree) next.click();
    }
    const away = ["Delete", "Backspace"].includes(event.key) && event.target.closest("[data-delete]");
    if (away) {
      event.preventDefault();
      post(away.dataset.delete, away.dataset.value ?? null);
    }
    press(event);
    if (!event.ctrlKey && !event.metaKey && event.key !== "Tab") event.stopPropagation();
  });
  on(page, "keydown", (event) => {
    if ((event.target === page.body || event.target.id === "tk-content") && page.documentElement.dataset.tkKeys === "page") press(event);
  });

  const watched = { "change:html": show, "change:lang": mark, "change:busy": carriedOut, "change:status": mark, "change:working": work, "msg:custom": given };
  for (const [event, listen] of Object.entries(watched)) {
    model.on(event, listen);
    model.on(event, answered);
  }
  model.on("comm_live_update", connection);
  mark();
  show();
  el.append(root);
  const sizes = new page.defaultView.ResizeObserver(() => { // a page may hide its panel at first
    fold(body, folds);
    measure(root, body);
    if (body.offsetWidth) root.dataset.measured = ""; // from now on the page may show it
  });
  sizes.observe(body);
  rove(root, resting);
  return () => {
    stop.abort();
    sizes.disconnect();
    clearTimeout(sliding);
    drawing?.then((drawn) => drawn.stop(), () => {});
    for (const timer of waiting.values()) clearTimeout(timer);
    clearTimeout(unanswered);
    for (const [event, listen] of Object.entries(watched)) {
      model.off(event, listen);
      model.off(event, answered);
    }
    model.off("comm_live_update", connection);
    root.remove();
  };
}

export default { render };
