/** Errors are known by their class or code: a message may be reworded at any time. */
import { expect, it } from "vitest";
import { read, repositoryFiles } from "./repository.js";

/** A look at the text of a message, wherever on a line: `cause.message.startsWith(…)`, `/…/.test(cause.message)`, `message === …`. */
const LOOKS = [
  /\bmessage\)?\??\.(?:startsWith|endsWith|includes|match|search|indexOf)\(/,
  /\.(?:test|exec)\([^()]*(?:\([^()]*\))?[^()]*\bmessage\b/,
  /(?<!typeof [\w?.]*)\bmessage\s*[!=]==\s*["'`]/,
  /\bString\((?:cause|error|thrown|reason)\)\.(?:startsWith|endsWith|includes|match|search|indexOf)\(/,
];

/** Files that have to look, and why. */
const REASONS: { readonly [path: string]: string } = {
  "src/packages.ts": "Node names the module that it did not find in the message alone",
  "src/weather/readers/rows/json-text.ts": "JSON.parse gives the position of an error in the message alone",
  "server/explorer/accuracy/nearest.ts": "a notice names the kind of place in its words alone",
  "src/cli/bulk/index.ts": "commander names the unknown option in the message alone",
  "src/cli/yield/check-flags.ts": "checks of a system name the field in the message alone",
  "src/yield/asked-system.ts": "checks of a system name the field in the message alone",
  "server/src/suggestion.ts": "commander and util.parseArgs name options in messages alone",
  "server/src/accounts/postgres/errors.ts": "errors of pg's connections have no code",
  "server/src/accounts/sqlite/database.ts": "libsql gives the code of a failed opening in the message alone",
};

function looksIn(path: string): string[] {
  const lines = read(path).split("\n");
  return lines.flatMap((line, k) =>
    LOOKS.some((look) => look.test(line)) ? [`${path}:${k + 1}: ${line.trim()}`] : [],
  );
}

const looks = repositoryFiles(
  "src/**/*.ts",
  "src/*.ts",
  "archive/src/**/*.ts",
  "server/src/*.ts",
  "server/explorer/**/*.ts",
)
  .map((path) => ({ path, lines: looksIn(path) }))
  .filter(({ lines }) => lines.length > 0);

it("nothing is decided by the text of an error", () => {
  const found = looks.filter(({ path }) => REASONS[path] === undefined).flatMap(({ lines }) => lines);
  expect(found, "give the error a code, or the file a reason in REASONS").toEqual([]);
});

it("each reason is still needed", () => {
  expect(Object.keys(REASONS).filter((path) => !looks.some((one) => one.path === path))).toEqual([]);
});

it.each([
  'if (cause.message.startsWith("generateYear: ")) return;',
  'if ((cause as Error).message.includes("ENOENT")) return;',
  "if (/timeout/.test(cause.message)) return;",
  "if (/timeout/.test((cause as Error).message)) return;",
  'if (message === "gone") return;',
  'if (String(cause).includes("gone")) return;',
])("a look is found: %s", (line) => expect(LOOKS.some((look) => look.test(line))).toBe(true));
