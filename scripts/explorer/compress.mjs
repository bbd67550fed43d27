// The page's files as browsers take them, compressed beside each. What was compressed once is kept by its contents (node_modules/.cache).
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

/** Brotli's best takes as long for the towns of the world as all the rest of the build: only a release waits for it. */
const BEST = 11;
const QUICK = 5;
/** Bytes above which a file is data. */
const LARGE = 200_000;

/**
 * Writes `NAME.br` and `NAME.gz` for each page, script and style of a folder.
 *
 * @param {string} folder
 * @param {string} cache a folder
 * @param {{ isRelease?: boolean }} options `isRelease`: data is compressed as far as it goes, too
 */
export async function compressPage(folder, cache, { isRelease = false } = {}) {
  mkdirSync(cache, { recursive: true });
  const names = readdirSync(folder).filter((name) => /\.(html|css|js)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      const kept = join(cache, createHash("sha256").update(bytes).digest("hex"));
      const best = `${kept}.${BEST}.br`;
      const quality = isRelease || bytes.length <= LARGE || existsSync(best) ? BEST : QUICK;
      const [br, gz] = await Promise.all([
        madeOnce(`${kept}.${quality}.br`, () => brotli(bytes, quality)),
        madeOnce(`${kept}.gz`, () => promisify(gzip)(bytes, { level: 9 })),
      ]);
      writeWhole(join(folder, `${name}.br`), br);
      writeWhole(join(folder, `${name}.gz`), gz);
    }),
  );
}

function brotli(bytes, quality) {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return promisify(brotliCompress)(bytes, { params });
}

async function madeOnce(file, make) {
  try {
    return readFileSync(file);
  } catch {
    const made = await make();
    writeWhole(file, made);
    return made;
  }
}

/** Whoever reads meanwhile finds the whole file or none. */
function writeWhole(file, bytes) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, file);
}
