/** frame.js in jsdom: language, theme and what was done are kept in the browser and found again. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import frame, { left, memory, shared } from "../twingkit_widgets/frame.js";

const HTML = `<div class="tk-frame-head"><button data-frame="menu" data-key="menu" aria-expanded="false">Menu</button>
  <button data-frame="copy" data-key="copy" data-copied="Link copied" data-by-hand="By hand:">Copy link</button>
  <button data-frame="lang" data-value="en" data-key="lang:en">English</button>
  <button data-frame="lang" data-value="de" data-key="lang:de">Deutsch</button>
  <select data-frame="theme" data-key="theme"><option value="auto"><option value="light"><option value="dark"></select></div>
  <section><button data-act="continue">Continue</button><button data-act="restart">Start over</button></section>
  <div id="tk-content" tabindex="-1"></div>`;

let dom, page, model, cleanUp;

class FakeModel {
  constructor(state) {
    this.state = { html: HTML, lang: "en", status: "", page: "first-battle", title: "Your first battle", state: "", share: "lang=en", ...state };
    this.listeners = {};
    this.sent = [];
  }
  get(name) { return this.state[name]; }
  on(event, listen) { (this.listeners[event] ??= []).push(listen); }
  off(event, listen) { this.listeners[event] = this.listeners[event].filter((other) => other !== listen); }
  send(message) {
    if (this.dead) throw new Error("Cannot send");
    this.sent.push(message);
  }
  set(name, value) {
    this.state[name] = value;
    for (const listen of this.listeners[`change:${name}`] ?? []) listen();
  }
  save_changes() {
    if (this.dead) throw new Error("Cannot send");
    this.saved = true;
  }
}

function open(state = {}, url = "https://host/any/base/voila/render/first-battle.ipynb", keep = {}) {
  dom = new JSDOM('<!doctype html><html><body><a class="tk-skip" href="#x"></a><main></main></body></html>', { url });
  page = dom.window.document;
  globalThis.localStorage = dom.window.localStorage;
  globalThis.AbortController = dom.window.AbortController;
  dom.window.CSS = { escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") };
  for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
  model = new FakeModel(state);
  cleanUp = frame.render({ model, el: page.querySelector("main") });
}

const button = (name) => page.querySelector(`[data-key="${name}"]`);

beforeEach(() => open());
afterEach(() => cleanUp());

test("a chosen language is sent, kept, and put into the address where it was named", () => {
  cleanUp();
  open({}, "https://host/x.ipynb?battle=F:_F5_~_F4_vs_W:_W4&lang=en");
  button("lang:de").click();
  assert.equal(model.get("lang"), "de");
  assert.ok(model.saved);
  assert.equal(localStorage.getItem("tk-lang"), "de");
  assert.equal(page.documentElement.lang, "de");
  assert.equal(dom.window.location.search, "?battle=F:_F5_~_F4_vs_W:_W4&lang=de");
});

test("a language kept by this browser wins, unless the address names one", () => {
  cleanUp();
  open({}, "https://host/x.ipynb", { "tk-lang": "de" });
  assert.equal(model.get("lang"), "de");
  cleanUp();
  open({}, "https://host/x.ipynb?lang=en", { "tk-lang": "de" });
  assert.equal(model.get("lang"), "en");
});

test("a theme is shown at once and kept", () => {
  const choice = button("theme");
  choice.value = "dark";
  choice.dispatchEvent(new dom.window.Event("change", { bubbles: true }));
  assert.equal(page.documentElement.dataset.tkTheme, "dark");
  assert.equal(localStorage.getItem("tk-theme"), "dark");
  model.set("html", HTML);
  assert.equal(button("theme").value, "dark");
});

test("what was done is kept under the page's name, offered after a reload, and forgotten when answered", () => {
  model.set("state", "step 3");
  assert.equal(localStorage.getItem("tk-state:first-battle"), "step 3");
  cleanUp();
  open({}, "https://host/x.ipynb", { "tk-state:first-battle": "step 3" });
  assert.deepEqual(model.sent, [{ act: "offer", value: "step 3" }]);
  page.querySelector("[data-act=restart]").click();
  assert.equal(localStorage.getItem("tk-state:first-battle"), null);
  assert.equal(model.sent.at(-1).act, "restart");
});

test("an address that names a battle wins, until it is left", () => {
  cleanUp();
  open({ named: true }, "https://host/x.ipynb?battle=F:_F5_vs_W:_W4&lang=de", { "tk-state:first-battle": "old" });
  assert.deepEqual(model.sent, []);
  model.set("state", "new");
  assert.equal(dom.window.location.search, "?lang=de");
});

test("the address bar follows where the page says so, and going back is told", () => {
  cleanUp();
  open({ follows: true }, "https://host/rulebook.ipynb?lang=en");
  model.set("share", "rule=TW-BAT-16&lang=en");
  assert.equal(dom.window.location.search, "?rule=TW-BAT-16&lang=en");
  const before = dom.window.history.length;
  model.set("share", "rule=TW-BAT-16&lang=de");
  assert.equal(dom.window.history.length, before, "another language is no other place");
  dom.window.dispatchEvent(new dom.window.Event("popstate"));
  assert.equal(model.sent.at(-1).act, "visit");
});

test("the link of the page works under any base address", () => {
  assert.equal(
    shared("https://host/any/base/voila/render/battle-lab.ipynb?x=1#y", "battle=F:_F5_vs_W:_W4&lang=en"),
    "https://host/any/base/voila/render/battle-lab.ipynb?battle=F:_F5_vs_W:_W4&lang=en",
  );
  assert.equal(left("https://host/a?lang=de&rule=X&battle=Y"), "https://host/a?lang=de");
});

test("copying says so, and where it is not allowed the person gets the link", async () => {
  const seen = [];
  dom.window.prompt = (text, link) => seen.push([text, link]);
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.match(seen[0][1], /first-battle.ipynb\?lang=en$/);
  let copied = "";
  Object.defineProperty(dom.window.navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
  button("copy").click();
  await new Promise((done) => setTimeout(done));
  assert.equal(copied, seen[0][1]);
  assert.equal(page.querySelector("[role=status]").textContent, "Link copied");
});

test("the menu opens and closes, with Escape too", () => {
  button("menu").click();
  assert.equal(button("menu").getAttribute("aria-expanded"), "true");
  button("menu").dispatchEvent(new dom.window.KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  assert.equal(button("menu").getAttribute("aria-expanded"), "false");
});

test("the focus stays where it was when the words change", () => {
  button("lang:de").focus();
  model.set("html", HTML.replace("Copy link", "Link kopieren"));
  assert.equal(page.activeElement.dataset.key, "lang:de");
});

test("a page without storage forgets, and works", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("denied"); } });
  assert.equal(memory("tk-lang", "de"), null);
  button("lang:de").click();
  assert.equal(model.get("lang"), "de");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: dom.window.localStorage });
});

test("the skip link leads past the frame, the tab's title follows, a dead kernel is told", () => {
  assert.equal(page.querySelector(".tk-skip").getAttribute("href"), "#tk-content");
  assert.equal(page.title, "Your first battle · twingkit");
  let dead = 0;
  dom.window.addEventListener("twingkit:dead", () => { dead += 1; });
  model.dead = true;
  button("lang:de").click();
  page.querySelector("[data-act=continue]").click();
  assert.equal(dead, 2);
});
