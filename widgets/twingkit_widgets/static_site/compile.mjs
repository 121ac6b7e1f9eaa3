/**
 * Compiles Python for the browser: `node compile.mjs PYODIDE FOLDER`, with the folder of the npm package `pyodide`.
 *
 * Every `.py` below FOLDER gets its `.pyc` beside it, of exactly the Python that runs in the browser. Then every
 * page of `FOLDER/pages.json` is opened and its buttons are pressed; the modules of Python's own library that this
 * took are written to `FOLDER/library.json`, each with whether Python starts with it.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")));

async function run(script) {
  // columns are not kept, nor lines within a function (compile_all.py)
  const python = await loadPyodide({ indexURL: pyodide, env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
  python.mountNodeFS("/job", folder);
  await python.runPythonAsync(readFileSync(join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, script), "utf8"));
}

try {
  await run("compile_all.py");
  await run("trace_stdlib.py");
} catch (error) {
  console.error(error.message); // alone: with an error node prints the line that threw it, a megabyte of Pyodide
  process.exitCode = 1;
}
