// The client as a package of its own, which the page's server gives away: `npm install http://HOST/explorer/client.tgz` works
// without a registry, and `import … from "irradiance-server/client"` is what the whole package would have.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const MODULES = ["client"];
const BLOCK = 512;
/** The maps lead to sources that this package does not bring. */
const MAP = /\n\/\/# sourceMappingURL=.*\s*$/;

/** @param {string} server the package's folder, built @returns {Buffer} a package as `npm pack` makes it, the same for the same sources */
export function clientPackage(server) {
  const read = (path) => readFileSync(join(server, path), "utf8");
  const { name, version, license, type, engines } = JSON.parse(read("package.json"));
  const about = {
    name,
    version,
    description: "The client of irradiance-server alone: only fetch, no dependencies.",
    license,
    type,
    engines,
    exports: { "./client": { types: "./dist/client/client.d.ts", default: "./dist/client/client.js" } },
  };
  const files = {
    "package.json": `${JSON.stringify(about, null, 2)}\n`,
    LICENSE: read("LICENSE"),
    "client/api.d.ts": read("client/api.d.ts"),
  };
  for (const module of MODULES.flatMap((name) => [`${name}.js`, `${name}.d.ts`]))
    files[`dist/client/${module}`] = read(`dist/client/${module}`).replace(MAP, "\n");
  return gzipSync(tar(files), { level: 9 });
}

/** A POSIX archive (ustar) below `package/`, all of it of the same moment. */
function tar(files) {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text);
    return [head(`package/${path}`, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function head(path, size) {
  const block = Buffer.alloc(BLOCK);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(path, 0);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(0, 12), 136);
  // The sum of the block, counted with blanks in place of itself.
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
