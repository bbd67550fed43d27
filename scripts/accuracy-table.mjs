// Joins research/results/*.json, which the studies write with `--results=FILE`, into the one accuracy table: docs/reference/accuracy.json,
// src/answers/accuracy/table.generated.ts, and the tables of the documentation between their marks; with docs/how-accurate.md its map and the
// figures of the page's card. `node research/all.mjs` runs the studies first.
//   node scripts/build.mjs engine && node scripts/accuracy-table.mjs            writes them
//   node scripts/build.mjs engine && node scripts/accuracy-table.mjs --check    exit code 1 where one is not what it should be
import { readFileSync, writeFileSync } from "node:fs";
import { ACCURACY_SOURCES } from "../dist/answers/accuracy/types.js";
import { CLASS_ERRORS } from "../dist/data/climatology/world/expected-errors.generated.js";
import { accuracyTexts } from "./docs/accuracy-texts.mjs";
import { howAccurateTexts } from "./docs/how-accurate.mjs";

const root = new URL("../", import.meta.url);
const isCheck = process.argv[2] === "--check";
for (const [path, text] of [...accuracyTexts(ACCURACY_SOURCES), ...howAccurateTexts(CLASS_ERRORS)]) {
  const file = new URL(path, root);
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${path} is not what research/results says: node scripts/accuracy-table.mjs`);
    process.exitCode = 1;
  }
}
