// Writes the schema of a PV system into server/openapi.yaml, between its two marks, from SYSTEM_SCHEMA of irradiance-engine/system.
//   node scripts/build.mjs && node scripts/system-schema.mjs            writes the document
//   node scripts/build.mjs && node scripts/system-schema.mjs --print    prints it
import { writeFileSync } from "node:fs";
import { Document, isCollection, visit } from "yaml";
import { SYSTEM_SCHEMA } from "../dist/data/system/index.js";
import { pageWith } from "./docs/between-marks.mjs";

const DOCUMENT = new URL("../server/openapi.yaml", import.meta.url);
const MARKS = /** @type {const} */ (["    # system: written by scripts/system-schema.mjs", "    # end of system"]);

const text = pageWith(DOCUMENT, MARKS, schemaText());
if (process.argv[2] === "--print") process.stdout.write(text);
else writeFileSync(DOCUMENT, text);

/** Under components.schemas. */
function schemaText() {
  const { $schema: _draft, title: _title, ...schema } = SYSTEM_SCHEMA;
  const component = { YieldSystem: { "x-irradiance-extension": true, ...schema } };
  const document = new Document(component, { aliasDuplicateObjects: false });
  // What has nothing below it takes one line.
  visit(document, {
    Collection: (_key, node) => {
      node.flow = !node.items.some((item) => isCollection(/** @type {{ value?: unknown }} */ (item).value ?? item));
    },
  });
  const lines = document.toString({ lineWidth: 0 }).trimEnd().split("\n");
  return lines.map((line) => `    ${line}`).join("\n");
}
