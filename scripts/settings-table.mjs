// Writes the table of settings into server/README.md, between its two marks, from server/src/settings.ts.
//   node scripts/build.mjs && node scripts/settings-table.mjs            writes the page
//   node scripts/build.mjs && node scripts/settings-table.mjs --print    prints it
import { readFileSync, writeFileSync } from "node:fs";
import { settingRows } from "../server/dist/settings.js";

const README = new URL("../server/README.md", import.meta.url);
const [HEAD, TAIL] = ["<!-- settings: written by scripts/settings-table.mjs -->", "<!-- end of settings -->"];

const text = withTable(readFileSync(README, "utf8"), tableOf(settingRows()));
if (process.argv[2] === "--print") process.stdout.write(text);
else writeFileSync(README, text);

function withTable(readme, table) {
  const [head, tail] = [readme.indexOf(HEAD), readme.indexOf(TAIL)];
  if (head < 0 || tail < head) throw new Error(`server/README.md has lost its marks ${HEAD} … ${TAIL}`);
  return `${readme.slice(0, head) + HEAD}\n\n${table}\n\n${readme.slice(tail)}`;
}

function tableOf(rows) {
  const lines = rows.map(({ flag, fallback, form, text: what }) => `| \`${flag}\` | ${fallback} | ${what} | ${form} |`);
  return ["| setting | default | what it does | form |", "|---|---|---|---|", ...lines].join("\n");
}
