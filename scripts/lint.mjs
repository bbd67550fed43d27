// What this project demands of its sources beside the rules of Biome: node scripts/lint.mjs (npm run lint). Exit: 1 when something is
// against a rule. test/policy/lint.test.ts shows of each rule what is against it.
import { RULES } from "./lint/rules.mjs";
import { wholeTree } from "./lint/tree.mjs";

const tree = wholeTree();
let faults = 0;
for (const [rule, find] of Object.entries(RULES)) {
  const found = find(tree);
  faults += found.length;
  if (found.length > 0) console.error([rule, ...found.map((fault) => `  ${fault}`)].join("\n"));
}
console.log(`lint: ${Object.keys(RULES).length} rules, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
