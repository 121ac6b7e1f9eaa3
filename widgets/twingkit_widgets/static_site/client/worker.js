/**
 * The worker behind the pages that one window shows: Python, started once, and the page that is open.
 *
 * It is told `{open, page, cells, query, lang}`, then `{panel, content}` and `{panel, name, value}` of the open
 * page, and `{rest: true}` when it may load what later clicks need; each has a `turn`. It answers each with `{done}` or
 * `{failed}`, and says what panels say (`said`: JSON of run_page.py, `files`: its buffers).
 */
const here = new URL(".", import.meta.url);

async function fetched(name) {
  const response = await fetch(new URL(name, here));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
const unpacked = (response) => new Response(response.body.pipeThrough(new DecompressionStream("gzip")));

const packs = new Map(); // name -> promise of its content
function pack(name) {
  if (!packs.has(name)) packs.set(name, fetched(`${name}.pack`).then((found) => unpacked(found).arrayBuffer()));
  return packs.get(name);
}

/** What a page needs besides: its own pack, or where that is not to be had (without a network) everything. */
async function own(page) {
  try {
    return [`page-${page}`, new Uint8Array(await pack(`page-${page}`))];
  } catch {
    return ["rest", new Uint8Array(await pack("rest"))];
  }
}

let python = null;
let worker = null; // worker_start.Worker
const laid = new Set(); // the packs whose files Python has

/** Writes the files of a pack where Python finds them. */
function lay(name, bytes) {
  if (laid.has(name)) return;
  laid.add(name);
  const root = name === "library" ? "/lib/rest" : "/app";
  const end = bytes.indexOf(10);
  const made = new Set();
  let at = end + 1;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    const target = `${root}/${path}`;
    const folder = target.slice(0, target.lastIndexOf("/"));
    if (!made.has(folder)) python.FS.mkdirTree(folder);
    made.add(folder);
    if (!python.FS.analyzePath(target).exists) python.FS.writeFile(target, bytes.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

/** The compressed content of a pack that Python cannot wait for; undefined if it has it. */
function now(name) {
  if (laid.has(name)) return undefined;
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`${name}.pack`, here), false);
  request.responseType = "arraybuffer";
  request.send();
  return new Uint8Array(request.response);
}

async function boot(page) {
  const first = [pack("base"), own(page)];
  const settings = fetched("settings.json").then((found) => found.json());
  const library = fetched("library.zip.gz").then((found) => unpacked(found).blob());
  const wasm = fetched("pyodide.asm.wasm.gz");
  const script = fetched("pyodide.asm.js.gz").then(async (found) => {
    const text = await unpacked(found).text();
    await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  });
  const ask = self.fetch;
  self.fetch = (address, ...more) => {
    if (!String(address).endsWith("pyodide.asm.wasm")) return ask.call(self, address, ...more);
    return wasm.then((found) => new Response(unpacked(found).body, { headers: { "Content-Type": "application/wasm" } }));
  };
  const [{ loadPyodide }] = await Promise.all([import(new URL("pyodide.mjs", here)), script]);
  const stdLibURL = URL.createObjectURL(await library);
  python = await loadPyodide({ indexURL: here.href, stdLibURL, lockFileContents: (await settings).lock });
  self.fetch = ask;
  lay("base", new Uint8Array(await first[0]));
  lay(...(await first[1]));
  python.runPython("import sys; sys.path.insert(0, '/app')");
  const { start } = python.pyimport("in_browser.worker_start");
  worker = start(say, python.pyimport("pyodide.ffi").to_js, now, (name, bytes) => lay(name, bytes.toJs()), python.toPy(await settings));
}

function say(message, files) {
  postMessage({ said: message, files: files ?? [] });
}

async function act(data) {
  if (data.open !== undefined) {
    if (!python) await boot(data.page);
    else if (!laid.has("rest")) lay(...(await own(data.page)));
    postMessage({ opened: data.open, models: worker.open(JSON.stringify(data.cells), data.query, data.lang, JSON.stringify(data.styles)) });
  } else if (data.rest) {
    for (const [name, content] of data.rest) lay(name, new Uint8Array(content));
    python.runPython("sys.path_importer_cache.clear()");
  } else if (data.name !== undefined) worker.set(data.panel, data.name, JSON.stringify(data.value));
  else worker.receive(data.panel, JSON.stringify(data.content));
}

/** What is fetched in the background does not keep clicks waiting. */
async function later(data) {
  const names = ["rest", "library"];
  const contents = await Promise.all(names.map(pack));
  take({ ...data, rest: names.map((name, index) => [name, contents[index]]) });
}

let turns = Promise.resolve();
function take(data) {
  turns = turns.then(() => act(data)).then(
    () => postMessage({ done: data.turn }),
    (error) => postMessage({ failed: String(error?.message ?? error), turn: data.turn }),
  );
}
onmessage = ({ data }) => {
  if (data.rest) later(data).catch((error) => postMessage({ failed: String(error.message), turn: data.turn }));
  else take(data);
};
