/** A page of the frame in jsdom: `open` opens a new one; the exports belong to the page opened last. */
import { JSDOM } from "jsdom";
import frame from "../twingkit_widgets/site/client/frame.js";
import { FakeModel } from "./fake_model.js";

export const HTML = `<div class="tk-frame-head"><button data-frame="menu" data-key="menu" aria-expanded="false">Menu</button>
  <button data-frame="copy" data-key="copy" data-copied="Link copied" data-by-hand="By hand:">Copy link</button>
  <button data-frame="lang" data-value="en" data-key="lang:en">English</button>
  <button data-frame="lang" data-value="de" data-key="lang:de">Deutsch</button>
  <select data-frame="theme" data-key="theme"><option value="auto"><option value="light"><option value="dark"></select></div>
  <section><button data-act="continue">Continue</button><button data-act="restart">Start over</button></section>
  <button data-frame="help" data-key="help">?</button>
  <div id="tk-content" tabindex="-1"></div>
  <template data-part="help"><header><h2 id="tk-help-title">Help</h2><button data-frame="close">×</button></header>
    <button data-frame="more" hidden>More</button><section hidden><dl data-own></dl></section></template>
  <template data-part="said" data-name="What was said"><details><summary>What was said <span data-last></span></summary>
    <ol reversed data-log></ol></details></template>`;

export let dom, page, model, cleanUp;

const STATE = { html: HTML, lang: "en", status: "", page: "learn", tab: "Learn · twingkit", state: "", place: "lang=en", share: "lang=en", memories: {} };

export function open(state = {}, url = "https://host/any/base/voila/render/learn.ipynb", keep = {}, entry = null, before = "") {
  dom = new JSDOM(`<!doctype html><html><body><a class="tk-skip" href="#x"></a>${before}<main></main></body></html>`, { url });
  page = dom.window.document;
  globalThis.localStorage = dom.window.localStorage;
  globalThis.AbortController = dom.window.AbortController;
  const { HTMLDialogElement } = dom.window; // jsdom knows the element but does not show it
  HTMLDialogElement.prototype.showModal = function () { this.open = true; };
  HTMLDialogElement.prototype.close = function () { this.open = false; };
  dom.window.CSS = { escape: (text) => String(text).replace(/[^\w-]/g, "\\$&") };
  for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
  dom.window.history.replaceState(entry, "");
  model = new FakeModel({ ...STATE, ...state });
  cleanUp = frame.render({ model, el: page.querySelector("main") });
}

export const READY = { act: "ready", value: null };
export const button = (name) => page.querySelector(`[data-key="${name}"]`);
export const dialog = () => page.querySelector("dialog");
export const press = (node, key, more = {}) =>
  node.dispatchEvent(new dom.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
