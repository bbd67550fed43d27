// Writes server/client/api.d.ts, the types of server/openapi.yaml for TypeScript clients.
//   node scripts/make-client.mjs            writes the file
//   node scripts/make-client.mjs --print    prints it
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const root = new URL("../", import.meta.url);
const TARGET = "server/client/api.d.ts";
const HEAD = "// Made from openapi.yaml by scripts/make-client.mjs: change it there.\n\n";

const types = HEAD + astToString(await openapiTS(new URL("server/openapi.yaml", root), { alphabetize: false }));
const text = formatted(types);
if (process.argv[2] === "--print") process.stdout.write(text);
else writeFileSync(new URL(TARGET, root), text);

function formatted(source) {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${TARGET}`], {
    input: source,
    encoding: "utf8",
    cwd: fileURLToPath(root),
    maxBuffer: 1 << 26,
  });
}
