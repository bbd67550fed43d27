// Writes the page of error codes from server/src/http/error-codes.ts: docs/reference/errors.md, and server/docs/errors.html for /docs.
//   node scripts/build.mjs && node scripts/error-codes.mjs             writes both
//   node scripts/build.mjs && node scripts/error-codes.mjs --check     exit 1 if one is not as it would be written
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { ERROR_CODES } from "../server/dist/http/error-codes.js";

const root = new URL("../", import.meta.url);

const WORDS = [
  "Every error of the service has a `code` beside its `message`:",
  "```json\n" +
    '{ "error": { "message": "parameter \\"lat\\" must be a number from -90 to 90, got \\"136.1\\"", "code": "invalid_parameter", "parameter": "lat" } }\n' +
    "```",
  "A message is for people and may change. A code is for programs: it keeps its name, its meaning and its status. `parameter` names the key that is at fault, " +
    "and `request_id`, from status 500 on, identifies the request in the server's log. Lines of a batch and of a job that failed have the same `error`; its " +
    "code says what the status would have been. A part of a job that was given up has its `code` in `failures`.",
  "Later servers may have more codes. A program that meets one it does not know decides by the status: 408, 429, 503 and 504 pass, " +
    "after `Retry-After` where there is one; anything else fails again until the request, the key or the account has changed.",
];
const OF_THE_PAGE = "Written by scripts/error-codes.mjs from server/src/http/error-codes.ts.";

const pages = { "docs/reference/errors.md": markdown(), "server/docs/errors.html": html() };
const isCheck = process.argv[2] === "--check";
for (const [path, text] of Object.entries(pages)) {
  const file = new URL(path, root);
  if (!isCheck) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`${path} is not as node scripts/error-codes.mjs writes it`);
    process.exitCode = 1;
  }
}

/** [status, its codes] in ascending order. */
function byStatus() {
  const groups = new Map();
  for (const [code, { status, means, remedy }] of Object.entries(ERROR_CODES)) {
    groups.set(status, [...(groups.get(status) ?? []), { code, means, remedy }]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}

function markdown() {
  const tables = byStatus().map(([status, codes]) => {
    const rows = codes.map(({ code, means, remedy }) => `| \`${code}\` | ${means} | ${remedy} |`);
    const head = ["| code | what happened | what to do |", "|---|---|---|"];
    return `## ${status} ${STATUS_CODES[status]}\n\n${[...head, ...rows].join("\n")}`;
  });
  return `${["# Errors", `<!-- ${OF_THE_PAGE} -->`, ...WORDS, ...tables].join("\n\n")}\n`;
}

function html() {
  const rows = byStatus().flatMap(([status, codes]) => [
    `      <tr><th colspan="3" scope="colgroup">${status} ${STATUS_CODES[status]}</th></tr>`,
    ...codes.map(({ code, means, remedy }) =>
      [
        `      <tr id="${code}"><td><code>${code}</code></td>`,
        `<td>${inline(means)}</td><td>${inline(remedy)}</td></tr>`,
      ].join(""),
    ),
  ]);
  const words = WORDS.map((text) =>
    text.startsWith("```")
      ? `    <pre>${escaped(text.replaceAll(/```\w*\n?/g, "").trim())}</pre>`
      : `    <p>${inline(text)}</p>`,
  );
  return `<!doctype html>
<!-- ${OF_THE_PAGE} -->
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Errors</title>
    <link rel="icon" href="favicon-32x32.png">
    <style>
      :root { color-scheme: light dark; }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
      pre { overflow-x: auto; }
      table { border-collapse: collapse; }
      th, td { text-align: left; vertical-align: top; padding: 0.3rem 1rem 0.3rem 0; }
      th { padding-top: 1.2rem; }
    </style>
  </head>
  <body>
    <h1>Errors</h1>
${words.join("\n")}
    <table>
${rows.join("\n")}
    </table>
    <p><a href="./">API reference</a></p>
  </body>
</html>
`;
}

function inline(text) {
  return escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
