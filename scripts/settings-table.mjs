// Writes the table of settings into server/README.md, between its two marks, from server/src/settings.ts.
//   node scripts/build.mjs && node scripts/settings-table.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const README = new URL("../server/README.md", import.meta.url);
const MARKS = ["<!-- settings: written by scripts/settings-table.mjs -->", "<!-- end of settings -->"];

/** @param rows `settingRows()` of the server */
export function withSettingsTable(readme, rows) {
  const [head, tail] = MARKS.map((mark) => readme.indexOf(mark));
  if (head < 0 || tail < head) throw new Error(`server/README.md has lost its marks ${MARKS.join(" … ")}`);
  return `${readme.slice(0, head) + MARKS[0]}\n\n${tableOf(rows)}\n\n${readme.slice(tail)}`;
}

function tableOf(rows) {
  const lines = rows.map(({ flag, fallback, form, text }) => `| \`${flag}\` | ${fallback} | ${text} | ${form} |`);
  return ["| setting | default | what it does | form |", "|---|---|---|---|", ...lines].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { settingRows } = await import("../server/dist/settings.js");
  writeFileSync(README, withSettingsTable(readFileSync(README, "utf8"), settingRows()));
}
