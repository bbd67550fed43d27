// Writes docs/reference/specification.md: every rule of the service and the tests that hold it, from server/specification/rules.yaml.
//   node scripts/specification.mjs             checks the rules, writes the page and lists rules without a test
//   node scripts/specification.mjs --print     prints the page
//   node scripts/specification.mjs --settle    takes `open: true` from rules whose tests are all there, then writes the page
//   --rules FILE                               other rules (for tests of this script)
// Exit 1 when a test that is named does not exist, or a rule is marked as open that no longer is.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { judgeRules, settledRules } from "./specification/rules.mjs";

const root = new URL("../", import.meta.url);
const PAGE = new URL("docs/reference/specification.md", root);
const { values: settings } = parseArgs({
  options: {
    print: { type: "boolean", default: false },
    settle: { type: "boolean", default: false },
    rules: { type: "string", default: fileURLToPath(new URL("server/specification/rules.yaml", root)) },
  },
});

if (settings.settle) writeFileSync(settings.rules, settledRules(readFileSync(settings.rules, "utf8")));
const { faults, page, counts, unwritten } = judgeRules(readFileSync(settings.rules, "utf8"));
if (faults.length > 0) {
  for (const fault of faults) console.error(`specification: ${fault}`);
  process.exit(1);
}
if (settings.print) process.stdout.write(page);
else {
  writeFileSync(PAGE, page);
  console.log(counts);
  for (const test of unwritten) console.log(`  ${test}`);
}
