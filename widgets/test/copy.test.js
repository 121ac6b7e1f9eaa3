/** Copying in jsdom: a button copies its text, with or without a clipboard API, and says so. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";
import { copyText } from "../twingkit_widgets/panel/save.js";

let page, win, button, told;
const tell = (text) => told.push(text);

beforeEach(() => {
  const dom = new JSDOM('<!doctype html><button data-copy="a = 1\nb = 2" data-copied="Copied">Copy</button>');
  win = dom.window;
  page = win.document;
  button = page.querySelector("button");
  told = [];
});

test("a text is copied, and the button says so for a while", async () => {
  let copied = "";
  Object.defineProperty(win.navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
  await copyText(button, tell);
  assert.equal(copied, "a = 1\nb = 2");
  assert.deepEqual(told, ["Copied"]);
  assert.equal(button.textContent, "Copied");
  await copyText(button, tell);
  assert.equal(button.textContent, "Copied", "twice is no other label");
});

test("without a clipboard the text is selected and copied the old way, and the focus comes back", async () => {
  let copied = "";
  page.execCommand = (command) => {
    copied = command === "copy" && page.querySelector("textarea").value;
    return true;
  };
  button.focus();
  await copyText(button, tell);
  assert.equal(copied, "a = 1\nb = 2");
  assert.equal(page.querySelector("textarea"), null);
  assert.equal(page.activeElement, button);
  assert.deepEqual(told, ["Copied"]);
});

test("where nothing can be copied nothing is said", async () => {
  await copyText(button, tell);
  assert.deepEqual(told, []);
  assert.equal(button.textContent, "Copy");
});
