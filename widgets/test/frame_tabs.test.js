/** A game that is open in two tabs: a tab that finds the other's moves says so, and does not overwrite them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dom, HTML, model, open, page } from "./frame_page.js";

const WORDS = '<template data-part="elsewhere"><p>Another tab</p><button data-elsewhere="load">Load</button><button data-elsewhere="here">Here</button></template>';
const KEY = "tk-state:play";
const alerts = () => page.querySelectorAll("[role=alert].tk-frame-elsewhere").length;
const said = () => page.querySelector(".tk-frame-elsewhere").textContent;
const stored = () => localStorage.getItem(KEY);
const press = (choice) => page.querySelector(`[data-elsewhere=${choice}]`).click();
const other = (text) => {
  localStorage.setItem(KEY, text);
  dom.window.dispatchEvent(new dom.window.StorageEvent("storage", { key: KEY, newValue: text }));
};
const begin = (html = HTML + WORDS) => {
  open({ html, page: "play", ready: true }, "https://host/en/play/", { [KEY]: "one move" });
  model.set("state", "one move");
};

test("a tab keeps its moves as long as no other has stored any", () => {
  begin();
  model.set("state", "two moves");
  assert.equal(stored(), "two moves");
  assert.equal(said(), "");
  assert.equal(alerts(), 0, "a box that says nothing is no alert");
});

test("a tab that finds another's moves says so and stores nothing over them", () => {
  begin();
  other("three moves");
  assert.match(said(), /Another tab/);
  assert.equal(alerts(), 1);
  model.set("state", "another second move");
  assert.equal(stored(), "three moves");
});

test("also a tab that heard nothing of the other's moves looks before it stores", () => {
  begin();
  localStorage.setItem(KEY, "three moves"); // a sleeping tab gets no event
  model.set("state", "another second move");
  assert.equal(stored(), "three moves");
  assert.match(said(), /Another tab/);
});

test("who chooses the other tab's game gets it", () => {
  begin();
  other("three moves");
  press("load");
  assert.deepEqual(model.sent.at(-1), { act: "resume", value: "three moves" });
  assert.equal(said(), "");
  model.set("state", "four moves");
  assert.equal(stored(), "four moves");
});

test("who chooses this tab's game stores it", () => {
  begin();
  other("three moves");
  model.set("state", "another second move");
  press("here");
  assert.equal(stored(), "another second move");
  assert.equal(said(), "");
});

test("what was forgotten is nothing that could be lost, and a page that keeps no game asks nothing", () => {
  begin();
  localStorage.removeItem(KEY);
  model.set("state", "two moves");
  assert.equal(stored(), "two moves");
  begin(HTML);
  other("three moves");
  model.set("state", "two moves");
  assert.equal(stored(), "two moves");
  assert.equal(said(), "");
});
