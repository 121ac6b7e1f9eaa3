/**
 * The one client of all panels: shows the HTML that a Panel renders in Python and sends back what a
 * person does. panel.py says what the data attributes mean; nothing here knows the game.
 */
const FIELD = "input, select, textarea";
const LIVE_PAUSE = 150; // milliseconds between two messages while someone types

/** Makes the children of `have` like those of `want`, keeping the nodes (and so focus, caret, scroll). */
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
  const own = have.nodeName === "DETAILS" ? "open" : "tabindex"; // what the person or the roving index decides
  for (const { name } of [...have.attributes]) {
    if (!want.hasAttribute(name) && name !== own) have.removeAttribute(name);
  }
  for (const { name, value } of [...want.attributes]) {
    if (have.getAttribute(name) !== value && !(own === "open" && name === "open")) have.setAttribute(name, value);
  }
  const { value } = want; // taken before its text goes over to a field that had none
  patch(have, want, typed);
  if (!have.matches(FIELD) || typed.has(have)) return;
  if (have.type === "checkbox" || have.type === "radio") have.checked = want.hasAttribute("checked");
  else if (have.value !== value) have.value = value;
}

/** What a control says: a named one `{name: value}`, a form all its named ones, a button its data-value. */
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
    const stop = items.includes(last) ? last : (items.find((item) => item.matches(chosen)) ?? items[0]);
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
  }
}

const itemsOf = (group) => [...group.querySelectorAll("button, a[href], [data-item]")].filter((item) => !item.disabled);

/** The item an arrow key leads to, or undefined. */
export function step(items, from, key) {
  const at = items.indexOf(from);
  if (at < 0) return undefined;
  const last = items.length - 1;
  if (key === "ArrowRight" || key === "ArrowDown") return items[at === last ? 0 : at + 1];
  if (key === "ArrowLeft" || key === "ArrowUp") return items[at === 0 ? last : at - 1];
  if (key === "Home") return items[0];
  return key === "End" ? items[last] : undefined;
}

/** Brings what has another `data-bring` than before into sight; the first one has the last word. */
function bring(body, seen, moves) {
  for (const part of [...body.querySelectorAll("[data-bring]")].reverse()) {
    if (moves && seen.get(part) !== part.dataset.bring) part.scrollIntoView({ block: "nearest" });
    seen.set(part, part.dataset.bring);
  }
}

const writes = (target) =>
  target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox]):not([type=radio])");

function render({ model, el }) {
  const page = el.ownerDocument;
  const stop = new AbortController();
  const on = (node, type, listen) => node.addEventListener(type, listen, { signal: stop.signal });
  const typed = new WeakSet(); // fields whose text the kernel has not answered yet
  const resting = new WeakMap(); // roving group -> the item that keeps the tab stop
  const waiting = new Map(); // live field -> timer
  const brought = new WeakMap(); // what was brought into sight -> its data-bring
  let acted = false; // whether someone did something in this view that has not shown yet
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
    acted = true;
    try {
      model.send({ act: element.dataset.act, value: valueOf(element) });
    } catch (error) {
      page.defaultView.dispatchEvent(new page.defaultView.CustomEvent("twingkit:dead", { detail: String(error) }));
    }
  }

  function show() {
    const focused = root.getRootNode().activeElement ?? page.activeElement;
    const around = []; // the focused element and what it lies in, innermost first
    if (focused !== root && root.contains(focused)) for (let at = focused; at !== root; at = at.parentNode) around.push(at);
    const want = page.createElement("template");
    want.innerHTML = model.get("html");
    patch(body, want.content, typed);
    rove(root, resting);
    bring(body, brought, acted);
    acted = false;
    if (!around.length || (root.getRootNode().activeElement === focused && !focused.disabled)) return;
    const usable = (element) => element && root.contains(element) && !element.disabled;
    const twin = focused.dataset.key && body.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
    const near = around.filter(usable).map((element) => element.querySelector("[data-focus]"));
    [focused, twin, ...near, root].find(usable).focus({ preventScroll: true });
  }

  const mark = () => {
    root.lang = model.get("lang");
    root.setAttribute("aria-busy", String(model.get("busy")));
    const news = model.get("status");
    if (status.textContent === news) return;
    status.textContent = news;
    const win = page.defaultView;
    if (news) win.dispatchEvent(new win.CustomEvent("twingkit:said", { detail: news })); // the page may keep a log
  };

  on(root, "click", (event) => {
    if (event.target.closest("[data-print]")) return page.defaultView.print();
    const element = event.target.closest("[data-act]");
    if (!element || element.matches(`${FIELD}, form`)) return;
    event.preventDefault();
    if (!element.disabled && element.getAttribute("aria-disabled") !== "true") send(element);
  });
  on(root, "input", (event) => {
    const field = event.target;
    if (!field.matches("input:not([type=checkbox]):not([type=radio]), textarea")) return;
    typed.add(field);
    if (!("live" in field.dataset) || waiting.has(field)) return;
    waiting.set(field, setTimeout(() => send(field), LIVE_PAUSE));
  });
  on(root, "change", (event) => {
    if (!event.target.matches("[data-act]")) return;
    typed.delete(event.target);
    send(event.target);
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
  function press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || writes(event.target)) return;
    const button = body.querySelector(`[data-shortcut="${CSS.escape(event.key)}"]:not([disabled])`);
    if (button) event.preventDefault();
    button?.click();
  }
  on(root, "keydown", (event) => {
    const group = event.target.closest("[data-roving]");
    const next = group && step(itemsOf(group), event.target, event.key);
    if (next && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      next.focus();
    }
    press(event);
    if (!event.ctrlKey && !event.metaKey && event.key !== "Tab") event.stopPropagation();
  });
  on(page, "keydown", (event) => {
    if ((event.target === page.body || event.target.id === "tk-content") && page.documentElement.dataset.tkKeys === "page") press(event);
  });

  const watched = { "change:html": show, "change:lang": mark, "change:busy": mark, "change:status": mark };
  for (const [event, listen] of Object.entries(watched)) model.on(event, listen);
  mark();
  show();
  el.append(root);
  rove(root, resting);
  return () => {
    stop.abort();
    for (const timer of waiting.values()) clearTimeout(timer);
    for (const [event, listen] of Object.entries(watched)) model.off(event, listen);
    root.remove();
  };
}

export default { render };
