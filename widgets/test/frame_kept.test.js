/** frame.js in jsdom: progress is stored and restored, also in another tab. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { forget, memory } from "../twingkit_widgets/site/client/memory.js";
import { READY, button, cleanUp, dom, model, open, page } from "./frame_page.js";

beforeEach(() => open());
afterEach(() => cleanUp());

test("what was done is kept under the page's name, taken up after a reload, and forgotten by a new start", () => {
  model.set("state", "step 3");
  assert.equal(localStorage.getItem("tk-state:learn"), "step 3");
  cleanUp();
  open({}, "https://host/x.ipynb", { "tk-state:learn": "step 3" });
  assert.deepEqual(model.sent, [{ act: "resume", value: "step 3" }, READY]);
  page.querySelector("[data-act=continue]").click();
  assert.equal(localStorage.getItem("tk-state:learn"), "step 3", "only a new start forgets");
  page.querySelector("[data-act=restart]").click();
  assert.equal(localStorage.getItem("tk-state:learn"), null);
  assert.equal(model.sent.at(-1).act, "restart");
});

const COURSE = { "tk-memory:course": "shield done" };
const LINK = "https://host/x.ipynb?battle=F:_F5_vs_W:_W4&lang=de";
const KEPT = { "tk-state:learn": "old", "tk-at:learn": "battle=F:_F5_vs_W:_W4&lang=en" };

test("a link that names a battle wins over what is kept", () => {
  cleanUp();
  open({ named: true }, LINK, KEPT);
  assert.deepEqual(model.sent, []);
  model.set("state", "new");
  assert.equal(dom.window.location.href, LINK, "the link still names it");
  assert.equal(localStorage.getItem("tk-state:learn"), "new");
});

test("a reload of what the page wrote into the address goes on", () => {
  cleanUp();
  const opened = (url, kept) => open({ named: true }, url, kept, { twingkit: true });
  opened(LINK, KEPT);
  assert.deepEqual(model.sent, [{ act: "resume", value: "old" }, READY]);
  cleanUp();
  opened(LINK.replace("F5", "F4"), KEPT);
  assert.deepEqual(model.sent, [], "another window went on with another battle");
});

test("what other pages left is given to the panels, and what they keep is written", () => {
  cleanUp();
  open({ memories: { course: "", practice: "" } }, "https://host/x.ipynb", COURSE);
  assert.deepEqual(model.sent, [{ act: "recall", value: { course: "shield done" } }, READY]);
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done", "an empty panel overwrites nothing");
  model.set("ready", true);
  model.set("memories", { course: "shield done", practice: "" });
  model.set("memories", { course: "shield done\nduels begun", practice: "item" });
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done\nduels begun");
  assert.equal(localStorage.getItem("tk-memory:practice"), "item");
  model.set("memories", { course: "", practice: "item" });
  assert.equal(localStorage.getItem("tk-memory:course"), null);
});

test("what the fragment carries goes to the page after what is kept, and out of the address", () => {
  cleanUp();
  const link = "https://host/en/class/?show=results";
  open({ memories: { "class-results": "" }, place: "lang=en&show=results" }, `${link}#result=twingkit-result.1;Ida`, { "tk-memory:class-results": "Bo" });
  assert.equal(dom.window.location.href, link, "no request contains it, and nobody reads it in the address bar");
  assert.deepEqual(model.sent, [{ act: "recall", value: { "class-results": "Bo" } }, READY]);
  model.set("ready", true);
  assert.deepEqual(model.sent.at(-1), { act: "fragment", value: "result=twingkit-result.1;Ida" });
  cleanUp();
  open({}, "https://host/en/class/#tk-content");
  assert.deepEqual([model.sent, dom.window.location.hash], [[], "#tk-content"], "a place of the page is none");
});

const other = (key, value) => { // another tab stores something
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  dom.window.dispatchEvent(new dom.window.StorageEvent("storage", { key, newValue: value }));
};

test("what another tab has stored is joined, not overwritten", () => {
  cleanUp();
  open({ memories: { course: "", practice: "" }, joined: 0 }, "https://host/x.ipynb", COURSE);
  model.set("ready", true);
  model.set("memories", { course: "shield done", practice: "" });
  model.sent.length = 0;
  localStorage.setItem("tk-memory:course", "shield done, theirs"); // its event is still on its way
  model.set("memories", { course: "shield done, mine", practice: "" });
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done, theirs", "nothing is lost");
  assert.deepEqual(model.sent, [{ act: "merge_memories", value: { course: ["shield done", "shield done, theirs"] } }]);
  model.set("memories", { course: "shield done, theirs, mine", practice: "" });
  model.set("joined", 1);
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done, theirs, mine");
  assert.equal(model.sent.length, 1);
});

test("what the browser keeps is sent again until the page has heard it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  cleanUp();
  open({ memories: { course: "" }, ready: false }, undefined, { "tk-memory:course": "kept", "tk-state:learn": "game" });
  const begin = [{ act: "resume", value: "game" }, { act: "recall", value: { course: "kept" } }, READY];
  assert.deepEqual(model.sent, begin);
  t.mock.timers.tick(10_000);
  const again = { act: "resend_memories", value: { course: "kept", resume: "game" } };
  assert.deepEqual(model.sent, [...begin, again]);
  t.mock.timers.tick(10_000);
  assert.deepEqual(model.sent, [...begin, again, again]);
  model.set("state", "game");
  assert.deepEqual(model.sent, [...begin, again, again], "it is being taken up");
  model.set("state", "new game, a move");
  assert.deepEqual(model.sent, [...begin, again, again, again], "who plays before that waits no longer");
  t.mock.timers.tick(10_000);
  assert.equal(model.sent.length, begin.length + 4);
  model.set("ready", true);
  t.mock.timers.tick(60_000);
  assert.equal(model.sent.length, begin.length + 4);
});

test("what this tab did is stored too where it already holds all of the other's", () => {
  cleanUp();
  open({ memories: { course: "" }, joined: 0 }, "https://host/x.ipynb", COURSE);
  model.set("ready", true);
  model.set("memories", { course: "shield done" });
  localStorage.setItem("tk-memory:course", "less");
  model.set("memories", { course: "all of it" });
  assert.equal(localStorage.getItem("tk-memory:course"), "less");
  model.set("joined", 1);
  assert.equal(localStorage.getItem("tk-memory:course"), "all of it");
});

test("a tab hears at once what another one stores or erases", () => {
  cleanUp();
  open({ memories: { course: "" }, joined: 0 }, "https://host/x.ipynb", COURSE);
  model.set("ready", true);
  model.set("memories", { course: "shield done" });
  model.sent.length = 0;
  other("tk-memory:course", "shield done, theirs");
  other("tk-memory:course", "shield done, theirs");
  other("tk-theme", "dark");
  other("tk-memory:nothing", "of this page");
  assert.deepEqual(model.sent, [{ act: "merge_memories", value: { course: ["shield done", "shield done, theirs"] } }]);
  model.set("memories", { course: "shield done, theirs" });
  model.sent.length = 0;
  localStorage.clear();
  dom.window.dispatchEvent(new dom.window.StorageEvent("storage", { key: null }));
  assert.deepEqual(model.sent, [{ act: "merge_memories", value: { course: ["shield done, theirs", ""] } }]);
});

test("what is done on a slow page, before what was kept has come to it, is stored with that", () => {
  cleanUp();
  open({ memories: { course: "" }, keeps: true, state: "new game" }, "https://host/x.ipynb", { ...COURSE, "tk-state:learn": "old game" });
  model.set("memories", { course: "mine" });
  model.set("state", "new game, a move");
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done");
  assert.equal(localStorage.getItem("tk-state:learn"), "old game");
  model.set("state", "old game");
  model.set("memories", { course: "shield done, mine" });
  model.set("ready", true);
  assert.equal(localStorage.getItem("tk-memory:course"), "shield done, mine");
  assert.equal(localStorage.getItem("tk-state:learn"), "old game");
  model.set("state", "old game, a move");
  assert.equal(localStorage.getItem("tk-state:learn"), "old game, a move");
});

test("a page is held back until what was kept has been taken up", () => {
  let shown = 0;
  globalThis.twingkit = { theme() {}, language() {}, forget() {}, reveal() { shown += 1; } };
  cleanUp();
  open({}, "https://host/x.ipynb", COURSE);
  assert.equal(shown, 1, "nothing to wait for");
  cleanUp();
  open({ memories: { course: "" } }, "https://host/x.ipynb", COURSE);
  assert.equal(shown, 1);
  model.set("ready", true);
  assert.equal(shown, 2);
  delete globalThis.twingkit;
});

test("the page tells its local time, and again where it was not heard", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(Date.prototype, "getTimezoneOffset", () => -120);
  t.mock.method(Date.prototype, "getTime", () => Date.UTC(2026, 10, 30, 23, 0, 5));
  cleanUp();
  open({ memories: { course: "" }, ready: false }, undefined, COURSE);
  assert.equal(model.get("clock"), Date.UTC(2026, 11, 1, 1, 0, 5) / 1e3, "it is 1 December here");
  assert.ok(model.saved);
  [model.state.clock, model.saved] = [null, false];
  t.mock.timers.tick(10_000);
  assert.equal(model.get("clock"), Date.UTC(2026, 11, 1, 1, 0, 5) / 1e3);
  assert.ok(model.saved);
});

test("another view that Python names replaces the page", () => {
  const opened = [];
  globalThis.twingkit = { theme() {}, language() {}, reveal() {}, replace: (href) => opened.push(href) };
  cleanUp();
  open({}, "https://host/base/x.ipynb");
  model.set("elsewhere", "x.ipynb?puzzle=1");
  assert.deepEqual(opened, ["https://host/base/x.ipynb?puzzle=1"]);
  delete globalThis.twingkit;
});

test("a page without memories asks for none", () => {
  cleanUp();
  open({}, "https://host/x.ipynb", COURSE);
  assert.deepEqual(model.sent, []);
});

test("everything is forgotten at once, and nothing of other programs", () => {
  cleanUp();
  open({ memories: { course: "" } }, "https://host/x.ipynb", { ...COURSE, "tk-lang": "en", "tk-theme": "dark", other: "stays" });
  page.querySelector("main").insertAdjacentHTML("beforeend", '<button id="all" data-forget>Erase</button>');
  model.sent.length = 0;
  page.querySelector("#all").click();
  assert.deepEqual(Object.keys(localStorage), ["other"]);
  assert.deepEqual(model.sent, [{ act: "recall", value: { course: "" } }]);
  assert.equal(button("theme").value, "auto");
  assert.doesNotThrow(forget);
});

test("a page without storage forgets, and works", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { throw new Error("denied"); } });
  assert.equal(memory("tk-lang", "de"), null);
  button("lang:de").click();
  assert.equal(model.get("lang"), "de");
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: dom.window.localStorage });
});
