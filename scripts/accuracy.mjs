// Compares every model with its reference (test/answers/accuracy.test.ts), prints the table and rewrites docs/reference/models/.
// node scripts/accuracy.mjs; exit code 1 when a comparison fails, or a public name of pvlib has neither counterpart nor reason.
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";

process.env.VITEST_NO_BUILD = "1"; // the comparisons run from src/
const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = await startVitest("test", ["test/answers/accuracy.test.ts"], {
  root,
  watch: false,
  update: true,
  reporters: [{ onTestRunEnd: print }],
});
await vitest.close();

function print(modules) {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const compared = tests.map((test) => test.meta().accuracy).filter((row) => row !== undefined);
  const failed = tests.filter((test) => test.result().state === "failed");

  const columns = ["function", "fixture", "rows", "worst absolute", "worst relative", "tolerance"];
  const lines = compared.map((row) => [
    row.name,
    row.fixture,
    String(row.rows),
    short(row.maxAbsolute),
    short(row.maxRelative),
    `${short(row.tolerance.absolute ?? 0)} + ${short(row.tolerance.relative)} rel: ${row.reason}`,
  ]);
  const widths = columns.map((title, k) => Math.max(title.length, ...lines.map((line) => line[k].length)));
  for (const line of [columns, ...lines]) {
    console.log(line.map((cell, k) => (k === 5 ? cell : cell.padEnd(widths[k]))).join("  "));
  }

  for (const test of failed) {
    console.error(`\nFAILED: ${test.fullName}`);
    for (const error of test.result().errors) console.error([error.message, ...failures(error)].join("\n  "));
  }
  for (const error of modules.flatMap((module) => module.errors())) console.error(error.message);
  console.log(
    `\n${compared.length} comparisons, ${sum(compared, "rows")} rows, ${sum(compared, "compared")} values, ` +
      `${sum(compared, "masked")} values that differ on purpose; ${failed.length} failed; docs/reference/models/ written`,
  );
}

/** The list that was expected to be empty. */
function failures({ actual }) {
  return typeof actual === "string" ? [actual] : [];
}

function short(value) {
  return value === 0 ? "0" : value.toExponential(1);
}

function sum(rows, key) {
  return rows.reduce((total, row) => total + row[key], 0);
}
