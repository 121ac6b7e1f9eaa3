/**
 * The worker behind the pages of one window: Python, started once, and the open page.
 *
 * It receives `{open, page, cells, query, lang, controlled}`, then `{panel, content}` and `{panel, name, value}` of the open
 * page, and `{rest: true}` when it may load what later clicks need; each has a `turn`. It answers each with `{done}`
 * or `{failed}`, and passes on the panels' messages (`said`: JSON of run_page.py, `files`: its buffers).
 */
import { layPack, rootOf } from "./packs.js";

const here = new URL(".", import.meta.url);

const ask = self.fetch.bind(self); // also while `boot` has another in its place
let missed = false; // a file has not come since the page was last answered
async function fetched(name) {
  const response = await ask(new URL(name, here)).catch(() => null);
  missed ||= !response?.ok;
  if (!response?.ok) throw new Error(`${name}: ${response?.status ?? "not reached"}`);
  return response;
}
const unpacked = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip")));

const packs = new Map(); // name -> promise of its content
function pack(name) {
  if (!packs.has(name)) {
    packs.set(name, fetched(`${name}.pack`).then(async (found) => new Uint8Array(await unpacked(found).arrayBuffer())));
    packs.get(name).catch(() => packs.delete(name)); // asked for again when it is wanted again
  }
  return packs.get(name);
}

/** Loads what a page also needs: its own pack, or everything if that is not available (without a network). */
async function own(page) {
  try {
    return [`page-${page}`, await pack(`page-${page}`)];
  } catch {
    return ["rest", await pack("rest")];
  }
}

let python = null;
let worker = null; // worker_start.WorkerFunctions
let controlled = false; // true if the service worker answers what this one asks for
const laid = new Set(); // the packs whose files Python has

function lay(name, bytes) {
  if (laid.has(name)) return;
  laid.add(name);
  layPack(python.FS, rootOf(name), bytes);
}

/** Returns the compressed content of a pack that Python needs now; undefined if it has it. */
function now(name) {
  if (laid.has(name)) return undefined;
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`${name}.pack`, here), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } finally {
    missed ||= request.status !== 200;
  }
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return new Uint8Array(request.response);
}

/** Returns Python's memory after it has shown every page, if this browser has stored it. */
async function memory() {
  const kept = await self.caches?.match(new URL("snapshot", here)).catch(() => undefined);
  return kept && new Uint8Array(await kept.arrayBuffer());
}

/**
 * Returns an uncompressed file if the browser has stored it (service.js): `kept` is the response, `served` is true if
 * its address leads there. Only the service worker knows that address. Without it (the page was loaded earlier, or
 * reloaded with shift) the host has only the pack, so it is not asked.
 */
async function ready(name) {
  const url = new URL(name, here);
  const kept = await self.caches?.match(url).catch(() => undefined);
  const served = Boolean(kept && controlled && (await ask(url).catch(() => undefined))?.ok);
  return { kept, served };
}

async function script() {
  const name = "pyodide.asm.js";
  const { kept, served } = await ready(name);
  if (served) return import(new URL(name, here));
  const text = await (kept ?? unpacked(await fetched(`${name}.pack`))).text();
  return import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
}

/** What makes the answer with Python itself, and a promise of the moment when all of it has come. */
async function program() {
  const name = "pyodide.asm.wasm";
  const { kept, served } = await ready(name);
  if (kept) return { answer: () => (served ? fetched(name) : kept.clone()), whole: Promise.resolve() };
  const found = await fetched(`${name}.pack`);
  const whole = found.clone().arrayBuffer();
  const options = { headers: { "Content-Type": "application/wasm" } };
  return { answer: () => new Response(unpacked(found.clone()).body, options), whole };
}

async function boot(page) {
  const snapshot = memory();
  const library = fetched("library.zip.pack").then((found) => unpacked(found).blob());
  const wasm = program();
  // Pyodide would wait forever if that did not arrive completely.
  const broken = wasm.then(({ whole }) => whole).then(() => new Promise(() => {}), (error) => {
    missed = true;
    throw error;
  });
  broken.catch(() => {}); // told below
  const begun = (options) => Promise.race([loadPyodide(options), broken]);
  const loaded = script();
  const settings = fetched("settings.json").then((found) => found.json());
  // Python starts while its modules still load; on a slow network they wait until it has loaded.
  const packs = async () => { await (await wasm).whole; return { base: pack("base"), more: own(page) }; };
  const first = snapshot.then((kept) => (kept ? {} : packs()));
  self.fetch = (address, ...more) => {
    if (!String(address).endsWith("pyodide.asm.wasm")) return ask(address, ...more);
    return wasm.then(({ answer }) => answer());
  };
  const [{ loadPyodide }] = await Promise.all([import(new URL("pyodide.js", here)), loaded]);
  const stdLibURL = URL.createObjectURL(await library);
  const { lock } = await settings;
  const options = { indexURL: here.href, stdLibURL, lockFileContents: lock, env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" } };
  const kept = await snapshot;
  if (kept) {
    try {
      python = await begun({ ...options, _loadSnapshot: kept });
    } catch (error) {
      console.warn("the kept memory does not fit", error); // begun as on a first visit
    }
  }
  const links = [say, now, (name, bytes) => lay(name, bytes.toJs())];
  if (python) {
    worker = python.globals.get("worker");
    worker.connect(...links);
  } else {
    python = await begun(options);
    const { base = pack("base"), more = own(page) } = await first;
    lay("base", await base);
    python.runPython("import sys; sys.path.insert(0, '/app')");
    worker = python.pyimport("in_browser.worker_start").start_worker(python.toPy(await settings), ...links);
    lay(...(await more)); // it still comes while Python begins with what every page needs
    python.runPython("import sys; sys.path_importer_cache.clear()");
  }
  self.fetch = ask;
}

function say(message, files) {
  postMessage({ said: message, files: files ?? [] });
}

async function act(data) {
  if (data.open !== undefined) {
    controlled = data.controlled;
    if (!python) await boot(data.page);
    else if (laid.has("base") && !laid.has("rest")) lay(...(await own(data.page)));
    postMessage({ opened: data.open, models: worker.open(JSON.stringify(data.cells), data.query, data.lang, JSON.stringify(data.styles)) });
  } else if (data.rest) {
    for (const [name, content] of data.rest) lay(name, content);
    python.runPython("import sys; sys.path_importer_cache.clear()");
  } else if (!worker) throw new Error("Python has not started");
  else if (data.name !== undefined) worker.set(data.panel, data.name, JSON.stringify(data.value));
  else worker.receive(data.panel, JSON.stringify(data.content));
}

/** Background downloads must not delay clicks. */
async function later(data) {
  const names = ["base", "rest", "library"];
  const contents = await Promise.all(names.map(pack));
  take({ ...data, rest: names.map((name, index) => [name, contents[index]]) });
}

let turns = Promise.resolve();
function take(data) {
  turns = turns.then(() => {
    // What a page says to a Python that did not start fails for the same reason.
    if (worker || data.open !== undefined) missed = false;
    return act(data);
  }).then(
    () => postMessage({ done: data.turn }),
    (error) => postMessage({ failed: String(error?.message ?? error), missed, turn: data.turn }),
  );
}
onmessage = ({ data }) => {
  if (data.rest) later(data).catch((error) => postMessage({ failed: String(error.message), turn: data.turn }));
  else take(data);
};
