/** Packs of files: a line of JSON, a list of [path, size], and the content of these files one after the other. */

/** The folder of a pack's files. */
export const rootOf = (name) => (name === "library" ? "/lib/rest" : "/app");

/** Writes the missing files of a pack below a folder of Python's file system. */
export function layPack(fs, root, bytes) {
  const end = bytes.indexOf(10);
  const made = new Set();
  let at = end + 1;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    const target = `${root}/${path}`;
    const folder = target.slice(0, target.lastIndexOf("/"));
    if (!made.has(folder)) fs.mkdirTree(folder);
    made.add(folder);
    if (!fs.analyzePath(target).exists) fs.writeFile(target, bytes.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
