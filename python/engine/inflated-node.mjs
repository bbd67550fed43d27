/** In place of foundation/arrays/inflated: the maps lie beside the script, once for V8 alone and for Node. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflate } from "node:zlib";

const unpacked = promisify(inflate);

export async function inflated(name) {
  return new Uint8Array(await unpacked(await readFile(new URL(`./${name}.z`, import.meta.url))));
}
