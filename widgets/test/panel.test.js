/** panel.js in jsdom: what a person does becomes a message, what Python renders becomes the page. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import panel, { step, valueOf } from "../twingkit_widgets/panel/panel.js";
import * as places from "../twingkit_widgets/panel/large_panel.js";
import { FakeModel } from "./fake_model.js";

let dom, page, model, cleanUp;

beforeEach(() => {
  dom = new JSDOM("<!doctype html><html><body><main></main></body></html>", { pretendToBeVisual: true });
  page = dom.window.document;
  dom.window[Symbol.for("twingkit.large_panel.js")] = Promise.resolve(places); // once loaded, it is there for every panel
  dom.window.ResizeObserver = class { observe() {} disconnect() {} }; // jsdom lays nothing out
  globalThis.CSS = { escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") };
  for (const name of ["FormData", "AbortController"]) globalThis[name] = dom.window[name];
});

afterEach(() => {
  cleanUp?.();
  cleanUp = undefined;
  dom.window.close();
});

function show(html) {
  model = new FakeModel({ html, lang: "en", status: "", busy: false });
  cleanUp = panel.render({ model, el: page.querySelector("main") });
  return page.querySelector(".tk-body");
}

const find = (selector) => page.querySelector(selector);
const key = (node, name, more = {}) =>
  node.dispatchEvent(new dom.window.KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
const fire = (node, type) => node.dispatchEvent(new dom.window.Event(type, { bubbles: true, cancelable: true }));
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

test("a click sends the action and its value", () => {
  show(`<button data-act="play" data-value="F5"><b>play</b></button><button data-act="next">next</button>`);
  find("b").click();
  find("[data-act=next]").click();
  assert.deepEqual(model.sent, [{ act: "play", value: "F5" }, { act: "next", value: null }]);
});

const trigger = (event) => (model.listeners[event] ?? []).forEach((listen) => listen());

test("a panel whose kernel was restarted says so, and how to go on, until it answers", () => {
  show(`<button data-act="next">next</button>`);
  assert.equal(find(".tk-no-kernel"), null);
  trigger("comm_live_update");
  assert.match(find(".tk-no-kernel").textContent, /restarted.*Run its cell again/);
  assert.equal(find(".tk-no-kernel").getAttribute("role"), "alert");
  trigger("comm_live_update"); // it is there again
  assert.equal(find(".tk-no-kernel"), null);
});

test("a panel that cannot send says it in its language", () => {
  show(`<button data-act="next">next</button>`);
  model.state.lang = "de";
  model.dead = true;
  find("button").click();
  assert.match(find(".tk-no-kernel").textContent, /neu gestartet/);
  model.set("html", "<p>there</p>");
  assert.equal(find(".tk-no-kernel"), null);
});

test("a panel without an answer says so after a while, one that is answered does not", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  show(`<button data-act="next">next</button>`);
  find("button").click();
  model.set("busy", true);
  context.mock.timers.tick(10_000);
  assert.equal(find(".tk-no-kernel"), null);
  find("button").click();
  context.mock.timers.tick(10_000);
  assert.match(find(".tk-no-kernel").textContent, /No answer yet/);
});

test("on the site the page's own frame says that the kernel has gone", () => {
  page.documentElement.dataset.tkKeys = "page";
  show(`<button data-act="next">next</button>`);
  trigger("comm_live_update");
  assert.equal(find(".tk-no-kernel"), null);
});

test("the second tap of a double one gives no answer to the question that has come in its place", () => {
  const tap = (detail) => find("button").dispatchEvent(new dom.window.MouseEvent("click", { bubbles: true, detail }));
  show(`<button data-act="answer" data-once data-value="3:draw">draw</button>`);
  tap(1);
  model.set("html", `<button data-act="answer" data-once data-value="5:conjure imp">imp</button>`);
  tap(2);
  assert.deepEqual(model.sent, [{ act: "answer", value: "3:draw" }]);
  tap(1);
  assert.deepEqual(model.sent.at(-1), { act: "answer", value: "5:conjure imp" });
  model.set("html", `<button data-act="add">more</button>`);
  tap(2);
  assert.deepEqual(model.sent.at(-1), { act: "add", value: null }, "what is not an answer may be clicked fast");
});

test("a disabled button sends nothing", () => {
  show(`<button data-act="a" aria-disabled="true">a</button>`);
  find("button").click();
  assert.deepEqual(model.sent, []);
});

test("fields send their value when they change", () => {
  show(`<input data-act="line" value="x"><select data-act="mode" name="mode"><option>none<option selected>best</select>
    <input type="checkbox" data-act="shield">`);
  find("[data-act=line]").value = "F: F5";
  fire(find("[data-act=line]"), "change");
  fire(find("select"), "change");
  find("[type=checkbox]").click();
  assert.deepEqual(model.sent, [
    { act: "line", value: "F: F5" },
    { act: "mode", value: { mode: "best" } },
    { act: "shield", value: true },
  ]);
});

test("a form sends all its named fields once", () => {
  show(`<form data-act="ask"><input name="word" value="cat"><input name="chapter" value="battle"><button>go</button></form>`);
  fire(find("form"), "submit");
  assert.deepEqual(model.sent, [{ act: "ask", value: { word: "cat", chapter: "battle" } }]);
});

test("a live field sends while someone types, not for every letter", async () => {
  show(`<input data-act="find" data-live>`);
  for (const text of ["c", "ca", "cat"]) {
    find("input").value = text;
    fire(find("input"), "input");
  }
  assert.deepEqual(model.sent, []);
  await wait(220);
  assert.deepEqual(model.sent, [{ act: "find", value: "cat" }]);
});

test("what is being typed survives a rendering; the answer to a change is shown", () => {
  show(`<input data-act="line" data-key="line" value="">`);
  const field = find("input");
  field.focus();
  field.value = "F: F5 ";
  fire(field, "input");
  model.set("html", `<p>odds</p><input data-act="line" data-key="line" value="F: F5">`);
  assert.equal(find("input"), field);
  assert.equal(field.value, "F: F5 ");
  assert.equal(page.activeElement, field);
  fire(field, "change");
  model.set("html", `<input data-act="line" data-key="line" value="F: F5 vs W: W3">`);
  assert.equal(field.value, "F: F5 vs W: W3");
});

test("a text that comes back with its fault stays in its field", () => {
  show(`<form data-act="load"><textarea name="text" data-key="t"></textarea></form>`);
  const field = find("textarea");
  field.value = "no game";
  fire(field, "input");
  fire(find("form"), "submit");
  assert.deepEqual(model.sent.at(-1), { act: "load", value: { text: "no game" } });
  model.set("html", `<form data-act="load"><textarea name="text" data-key="t">no game</textarea></form><p>Why not</p>`);
  assert.equal(find("textarea"), field);
  assert.equal(field.value, "no game");
});

test("a rendering keeps nodes, focus and open details", () => {
  show(`<button data-key="a" data-act="a">a</button><details><summary>more</summary><p>one</p></details>`);
  const button = find("button");
  find("details").open = true;
  button.focus();
  model.set("html", `<p>new</p><button data-key="a" data-act="a">A</button><details><summary>more</summary><p>two</p></details>`);
  assert.equal(find("button"), button);
  assert.equal(button.textContent, "A");
  assert.equal(page.activeElement, button);
  assert.equal(find("details p").textContent, "two");
  assert.ok(find("details").open);
});

test("a picture is followed where it has changed, and left alone where it has not", () => {
  show("<svg><g fill='red'><path d='M0'/></g></svg><svg><text>1</text></svg>");
  const [same, other] = page.querySelectorAll("svg");
  let touched = 0;
  same.setAttribute = () => { touched += 1; };
  model.set("html", "<svg><g fill='red'><path d='M0'/></g></svg><svg><text>2</text></svg>");
  assert.deepEqual([...page.querySelectorAll("svg")], [same, other]);
  assert.equal(other.textContent, "2");
  model.set("html", "<svg><g fill='blue'><path d='M0'/></g></svg><svg><text>2</text></svg>");
  assert.equal(same.firstChild.getAttribute("fill"), "blue");
  assert.equal(touched, 0);
});

test("keyed elements can change places and go", () => {
  const body = show(`<i data-key="1">1</i><i data-key="2">2</i><i data-key="3">3</i>`);
  const third = find("[data-key='3']");
  model.set("html", `<i data-key="3">3</i><i data-key="4">4</i><i data-key="1">1</i>`);
  assert.equal(body.textContent, "341");
  assert.equal(find("[data-key='3']"), third);
  model.set("html", "");
  assert.equal(body.textContent, "");
});

test("the focus of an element that goes falls to data-focus", () => {
  show(`<button data-act="roll" data-key="roll">roll</button>`);
  find("button").focus();
  model.set("html", `<p>5</p><button data-act="next" data-key="next" data-focus>next</button>`);
  assert.equal(page.activeElement, find("[data-act=next]"));
});

test("the focus of an element that is hidden falls to data-focus, too", () => {
  show(`<ul><button data-act="open" data-key="rule">a rule</button></ul>`);
  const button = find("button");
  button.focus();
  button.checkVisibility = () => false;
  model.set("html", `<ul hidden><button data-act="open" data-key="rule">a rule</button></ul><h2 tabindex="-1" data-focus>The rule</h2>`);
  assert.equal(page.activeElement, find("h2"));
});

test("the nearest data-focus is taken", () => {
  show(`<button data-focus>next</button><div><p data-key="1"><button data-key="see">see</button></p></div>`);
  find("[data-key=see]").focus();
  model.set("html", `<button data-focus>next</button><div><p data-key="2"><b tabindex="-1" data-focus>Rule</b></p></div>`);
  assert.equal(page.activeElement, find("b"));
});

test("an element that was replaced keeps the focus by its key", () => {
  show(`<div data-key="1"><button data-key="go">go</button></div>`);
  find("button").focus();
  model.set("html", `<div data-key="2"><button data-key="go">go on</button></div>`);
  assert.equal(page.activeElement.textContent, "go on");
});

test("a rendering does not take the focus from elsewhere", () => {
  show(`<button data-focus>next</button>`);
  page.body.insertAdjacentHTML("beforeend", `<input id="other">`);
  page.querySelector("#other").focus();
  model.set("html", `<button data-focus>other next</button>`);
  assert.equal(page.activeElement.id, "other");
});

test("what an action has changed comes into sight, the first one last", () => {
  const seen = [];
  dom.window.Element.prototype.scrollIntoView = function () {
    seen.push(this.id);
  };
  const parts = (head, table) =>
    `<button data-act="go">Go</button><p id="head" data-bring="${head}"></p><p id="table" data-bring="${table}"></p>`;
  show(parts(0, 0));
  model.set("html", parts(1, 1));
  assert.deepEqual(seen, [], "nobody has done anything here");
  find("button").click();
  model.set("html", parts(1, 1));
  assert.deepEqual(seen, [], "nothing has changed");
  find("button").click();
  model.set("html", parts(2, 2));
  assert.deepEqual(seen, ["table", "head"]);
  model.set("html", parts(3, 3));
  assert.equal(seen.length, 2, "once for one action");
});

test("a roving group is one tab stop and the arrows move in it", () => {
  show(`<div data-roving><button data-key="a">a</button><button data-key="b" aria-pressed="true">b</button><button data-key="c">c</button></div>`);
  const stops = () => [...page.querySelectorAll("button")].map((item) => item.tabIndex).join();
  assert.equal(stops(), "-1,0,-1");
  find("[data-key=b]").focus();
  key(page.activeElement, "ArrowRight");
  assert.equal(page.activeElement.textContent, "c");
  assert.equal(stops(), "-1,-1,0");
  key(page.activeElement, "ArrowRight");
  assert.equal(page.activeElement.textContent, "a");
  key(page.activeElement, "End");
  assert.equal(page.activeElement.textContent, "c");
  model.set("html", `<div data-roving><button data-key="c">c</button><button data-key="d">d</button></div>`);
  assert.equal(stops(), "0,-1");
});

test("step stays within the group", () => {
  assert.equal(step(["a", "b"], "a", "ArrowLeft"), "b");
  assert.equal(step(["a", "b"], "b", "Home"), "a");
  assert.equal(step(["a", "b"], "x", "Home"), undefined);
  assert.equal(step(["a", "b"], "a", "q"), undefined);
});

test("shortcuts click, but not while typing, and not with Ctrl", () => {
  show(`<input><button data-act="next" data-shortcut="n">next</button><a href="#" id="link">link</a>`);
  key(find("input"), "n");
  key(find("#link"), "n", { ctrlKey: true });
  assert.equal(model.sent.length, 0);
  key(find("#link"), "n");
  assert.equal(model.sent.length, 1);
  key(page.body, "n");
  assert.equal(model.sent.length, 1);
  page.documentElement.dataset.tkKeys = "page";
  key(page.body, "n");
  assert.equal(model.sent.length, 2);
  page.body.insertAdjacentHTML("beforeend", `<div id="tk-content" tabindex="-1"></div>`);
  key(find("#tk-content"), "n");
  assert.equal(model.sent.length, 3, "where the frame leaves the focus counts as nothing");
  find("#tk-content").remove();
});

test("a shortcut means no button of what is only shown", () => {
  show(`<div inert><button data-act="other" data-shortcut="x">Other</button></div><button data-act="mine" data-shortcut="x">Mine</button>`);
  key(find("[data-act=mine]"), "x");
  assert.deepEqual(model.sent.map(({ act }) => act), ["mine"]);
});

test("a key pressed outside the panel leads the focus to what it brings", () => {
  page.documentElement.dataset.tkKeys = "page";
  show(`<div data-key="stage"><h2 tabindex="-1" data-focus>One</h2><button data-act="go" data-shortcut="n" data-key="go">go</button></div>`);
  key(page.body, "n");
  assert.equal(page.activeElement.textContent, "go");
  model.set("html", `<div data-key="stage"><h2 tabindex="-1" data-focus>Two</h2><button data-act="other" data-key="other">other</button></div>`);
  assert.equal(page.activeElement.textContent, "Two");
});

test("an arrow on the only item of a group presses nothing", () => {
  show(`<div data-roving><button data-act="answer" data-key="a">a</button></div>`);
  find("[data-key=a]").focus();
  for (const arrow of ["ArrowDown", "ArrowUp", "Home", "End"]) key(page.activeElement, arrow);
  assert.equal(model.sent.length, 0);
});

test("keys stay in the panel, Tab does not", () => {
  show(`<button>a</button>`);
  const heard = [];
  page.addEventListener("keydown", (event) => heard.push(event.key));
  key(find("button"), "d");
  key(find("button"), "Tab");
  assert.deepEqual(heard, ["Tab"]);
  assert.equal(find(".tk-panel").dataset.lmSuppressShortcuts, "true");
});

test("the news goes to one status node that stays", () => {
  show("<p>table</p>");
  const status = find("[role=status]");
  model.set("status", "Fire wins.");
  model.set("html", "<p>other</p>");
  assert.equal(find("[role=status]"), status);
  assert.equal(status.textContent, "Fire wins.");
});

test("the page is told what was said, each thing once", () => {
  show("<p>table</p>");
  const heard = [];
  dom.window.addEventListener("twingkit:said", ({ detail }) => heard.push(detail));
  model.set("status", "Fire wins.");
  model.set("busy", true);
  model.set("status", "");
  model.set("status", "Fire wins.");
  assert.deepEqual(heard, ["Fire wins.", "Fire wins."]);
});

test("a panel is busy from a click until its kernel has carried it out", () => {
  show(`<button data-act="tick">tick</button>`);
  const busy = () => find(".tk-panel").getAttribute("aria-busy");
  assert.equal(busy(), "false");
  find("[data-act]").click();
  find("[data-act]").click();
  assert.equal(busy(), "true");
  for (const now of [true, false, true]) model.set("busy", now);
  assert.equal(busy(), "true");
  model.set("busy", false);
  assert.equal(busy(), "false");
});

test("language and work in progress are on the panel", () => {
  show("");
  model.set("lang", "de");
  model.set("busy", true);
  assert.equal(find(".tk-panel").lang, "de");
  assert.equal(find(".tk-panel").getAttribute("aria-busy"), "true");
});

test("a dead kernel is told to the page", () => {
  show(`<button data-act="a">a</button>`);
  const heard = [];
  dom.window.addEventListener("twingkit:dead", (event) => heard.push(event.detail));
  model.dead = true;
  find("button").click();
  assert.deepEqual(heard, ["Error: Cannot send"]);
});

test("cleaning up removes the panel and its listeners", () => {
  show(`<button data-act="a">a</button>`);
  cleanUp();
  cleanUp = undefined;
  assert.equal(find(".tk-panel"), null);
  assert.deepEqual(Object.values(model.listeners).flat(), []);
});

test("valueOf: a radio button tells its group and value", () => {
  show(`<input type="radio" name="face" value="Sun" data-act="face">`);
  assert.deepEqual(valueOf(find("input")), { face: "Sun" });
});

test("a button prints the page and sends nothing", () => {
  show(`<button data-print><b>Print</b></button><button data-act="next">next</button>`);
  let printed = 0;
  dom.window.print = () => (printed += 1);
  find("b").click();
  find("[data-act=next]").click();
  assert.equal(printed, 1);
  assert.deepEqual(model.sent, [{ act: "next", value: null }]);
});

test("the keys of a tree open, close and move", async () => {
  show(`<ul role="tree" data-roving><li role="treeitem" data-item data-act="node" data-value="" aria-expanded="true" tabindex="0">
    <ul role="group"><li role="treeitem" data-item data-act="node" data-value="a" aria-expanded="false">a</li>
    <li role="treeitem" data-item data-act="node" data-value="b">b</li></ul></li></ul>`);
  await wait(0);
  const [top, a, b] = page.querySelectorAll("[role=treeitem]");
  top.focus();
  key(top, "ArrowRight");
  assert.equal(page.activeElement, a);
  key(a, "ArrowRight");
  assert.deepEqual(model.sent.pop(), { act: "node", value: "a" });
  key(a, "ArrowDown");
  assert.equal(page.activeElement, b);
  key(b, "Enter");
  assert.deepEqual(model.sent.pop(), { act: "node", value: "b" });
  key(b, "ArrowLeft");
  assert.equal(page.activeElement, top);
  key(top, "ArrowLeft");
  assert.deepEqual(model.sent.pop(), { act: "node", value: "" });
});

test("Delete takes away what has the focus", () => {
  show(`<button data-act="tap" data-value="0:s1" data-delete="away">F5</button>`);
  key(find("button"), "Delete");
  key(find("button"), "Backspace");
  assert.deepEqual(model.sent, [{ act: "away", value: "0:s1" }, { act: "away", value: "0:s1" }]);
});

test("what is pressed stays under the finger if something comes above it", async () => {
  const rows = (count) => '<p>x</p>'.repeat(count);
  const html = (count) => `<div data-stay>${rows(count)}<button data-act="a" data-key="a">A</button></div>${rows(count)}<button data-act="b" data-key="b">B</button>`;
  const body = show(html(1));
  await wait(0);
  dom.window.Element.prototype.getBoundingClientRect = function () {
    let top = 0;
    for (const each of body.querySelectorAll("p, button")) {
      if (each === this || this.contains(each)) break;
      top += 10;
    }
    return { top };
  };
  const scrolls = [];
  dom.window.scrollBy = ({ top }) => scrolls.push(top);
  find("[data-key=a]").click();
  model.set("html", html(4));
  assert.deepEqual(scrolls, [30]);
  model.set("html", html(1));
  find("[data-key=b]").click();
  model.set("html", html(4));
  assert.deepEqual(scrolls, [30], "only what was pressed, and only where it is asked for");
});

test("a slider keeps every fast step, whatever comes back in between", async () => {
  const html = (value) => `<input type="range" min="1" max="9" value="${value}" name="p" data-act="power" data-key="p">`;
  show(html(1));
  const slider = find("input");
  for (const value of ["2", "3"]) {
    slider.value = value;
    fire(slider, "input");
    fire(slider, "change");
  }
  model.set("html", html(2));
  assert.equal(slider.value, "3", "the answer to the first step comes late");
  assert.deepEqual(model.sent.map(({ value }) => value.p), ["2", "3"]);
  const carryOut = (value) => {
    model.set("busy", true);
    model.set("html", html(value));
    model.set("busy", false);
  };
  carryOut(2);
  await wait(700);
  assert.equal(slider.value, "3", "nor does it rest before its last step is answered");
  carryOut(5);
  await wait(700);
  assert.equal(slider.value, "5", "once it rests, the kernel has the last word");
});

test("if what has the focus goes, the next one in its group has it", async () => {
  const row = (...names) => `<div data-stay><ul data-roving>${names.map((name) => `<button data-act="away" data-key="${name}">${name}</button>`).join("")}</ul></div>`;
  show(row("a", "b", "c"));
  await wait(0);
  find("[data-key=b]").focus();
  model.set("html", row("a", "c"));
  assert.equal(page.activeElement.textContent, "c");
  model.set("html", row("a"));
  assert.equal(page.activeElement.textContent, "a");
});

test("a part that folds away is closed once, on a narrow page only", () => {
  const html = (text) => `<details data-key="a" data-fold open><summary>more</summary>${text}</details>`;
  for (const [width, open] of [[360, false], [1280, true], [0, true]]) {
    Object.defineProperty(dom.window.Element.prototype, "clientWidth", { configurable: true, get: () => width });
    show(html("one"));
    assert.equal(find("details").open, open);
    find("details").open = true;
    model.set("html", html("two"));
    assert.equal(find("details").open, true, "what the person opened stays open");
    cleanUp();
    page.querySelector("main").replaceChildren();
  }
});

test("a part of a panel that its page hides at first is folded as soon as the panel has a width", () => {
  let width = 0, seen;
  Object.defineProperty(dom.window.Element.prototype, "clientWidth", { configurable: true, get: () => width });
  dom.window.ResizeObserver = class { constructor(call) { seen = call; } observe() {} disconnect() {} };
  show(`<details data-fold open><summary>more</summary>one</details>`);
  assert.equal(find("details").open, true);
  width = 360;
  seen();
  assert.equal(find("details").open, false);
});

const settle = () => new Promise((done) => setTimeout(done));

test("what opens takes the focus, and what had it before has it again", async () => {
  const question = `<h2 tabindex="-1" data-arrives="1">heads or tails?</h2><button data-key="rule" data-act="rule">why?</button>
    <button data-key="tool" data-act="drawer" data-shortcut="w">what if</button>`;
  const drawer = `<section tabindex="-1" data-arrives="dice" data-key="drawer"><input>
    <button data-key="close" data-act="drawer" data-shortcut="Escape">×</button></section>`;
  show(question);
  await settle();
  assert.equal(page.activeElement, page.body, "a page that opens takes nothing away");
  find("[data-key=rule]").focus();
  key(find("[data-key=rule]"), "w");
  model.set("html", question + drawer);
  assert.equal(page.activeElement, find("section"));
  find("input").focus();
  key(find("input"), "w");
  assert.equal(model.sent.length, 1, "a letter that is typed is no key");
  key(find("input"), "Escape");
  assert.equal(model.sent.length, 2, "Escape closes also what one types in");
  model.set("html", question);
  assert.equal(page.activeElement, find("[data-key=rule]"));
});

test("after an answer the new question has the focus, whatever had it", async () => {
  const asked = (number) => `<h2 tabindex="-1" data-arrives="${number}">${number}</h2><button data-key="rule" data-act="rule">why?</button>
    <button data-act="answer" data-shortcut="1" data-key="answer:${number}">heads</button>`;
  show(asked(1));
  await settle();
  find("[data-key=rule]").focus();
  key(find("[data-key=rule]"), "1");
  model.set("html", asked(2));
  assert.equal(page.activeElement, find("h2"));
  find("[data-key=rule]").focus();
  model.set("html", asked(3));
  assert.equal(page.activeElement, find("[data-key=rule]"), "what nobody did here takes nothing away");
});

test("Escape closes what has opened last, then leaves what is half chosen", () => {
  const cross = (act) => `<button class="tk-icon-button" data-act="${act}" data-shortcut="Escape">×</button>`;
  show(`${cross("rule")}${cross("close")}<button data-act="back" data-shortcut="Escape">back</button>`);
  key(page.body.querySelector("button"), "Escape");
  assert.deepEqual(model.sent, [{ act: "close", value: null }]);
});

test("the reason of a forbidden choice closes on Escape and on a tap elsewhere, which still acts", () => {
  const barred = `<button aria-disabled="true">buy</button><span class="tk-no-reason">no <i>rule</i></span>`;
  const shown = `<span class="tk-no tk-no-open" data-act="why" data-value="buy">${barred}</span><p>news</p><button data-act="pass">pass</button>`;
  const closed = { act: "why", value: "buy" };
  for (const [tap, sent] of [["p", [closed]], ["[data-act=pass]", [{ act: "pass", value: null }]], ["main", [closed]]]) {
    show(shown);
    find(tap).click();
    assert.equal(find(".tk-no-open"), null);
    assert.deepEqual(model.sent, sent);
    find("main").click();
    assert.deepEqual(model.sent, sent, "it is closed once");
    cleanUp();
  }
  show(shown);
  find("i").click();
  assert.ok(find(".tk-no-open") && model.sent.length === 1, "a tap on the reason itself leaves it open until the kernel answers");
  key(find("button"), "Escape");
  assert.deepEqual([find(".tk-no-open"), model.sent.at(-1)], [null, closed]);
});
