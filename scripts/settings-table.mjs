// Writes the table of settings into server/README.md, between its two marks, from server/src/settings.ts.
//   node scripts/build.mjs && node scripts/settings-table.mjs            writes the page
//   node scripts/build.mjs && node scripts/settings-table.mjs --print    prints it
import { writeFileSync } from "node:fs";
import { settingRows } from "../server/dist/settings.js";
import { pageWith } from "./docs/between-marks.mjs";

const README = new URL("../server/README.md", import.meta.url);
const MARKS = /** @type {const} */ ([
  "<!-- settings: written by scripts/settings-table.mjs -->",
  "<!-- end of settings -->",
]);

const text = pageWith(README, MARKS, tableOf(settingRows()));
if (process.argv[2] === "--print") process.stdout.write(text);
else writeFileSync(README, text);

function tableOf(rows) {
  const lines = rows.map(({ flag, fallback, form, text: what }) => `| \`${flag}\` | ${fallback} | ${what} | ${form} |`);
  return ["| setting | default | what it does | form |", "|---|---|---|---|", ...lines].join("\n");
}
