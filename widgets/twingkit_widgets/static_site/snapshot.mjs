/**
 * Writes Python's memory after it has shown every page: `node snapshot.mjs PYODIDE FOLDER`.
 *
 * FOLDER has `library.zip` and `packs/` as browsers get them, uncompressed, and `pages.json`. The memory goes to
 * `FOLDER/snapshot`; a later visit's Python begins with it. Nothing of JavaScript may be in it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { layPack, rootOf } from "./client/packs.js";

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));
const job = readFileSync(join(folder, "pages.json"), "utf8");
try {
  const python = await loadPyodide({
    indexURL: pyodide,
    stdLibURL: join(folder, "library.zip"),
    env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
    _makeSnapshot: true,
  });
  for (const name of ["base", "rest", "library"]) {
    layPack(python.FS, rootOf(name), new Uint8Array(readFileSync(join(folder, "packs", name))));
  }
  python.FS.writeFile("/pages.json", job);
  python.runPython(`
import gc, json, sys
sys.path.insert(0, "/app")
from in_browser.worker_start import start_worker
with open("/pages.json") as file:
    job = json.load(file)
worker = start_worker(job)
from in_browser.visit_pages import warm_up_pages
warm_up_pages(job["pages"])
del job, file, warm_up_pages
gc.collect()
`);
  writeFileSync(join(folder, "snapshot"), python.makeMemorySnapshot());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
