// Counts tests from vitest's JSON report: `node .ci/count.mjs REPORT EXIT_STATUS` prints "passed failed skipped".
// What went wrong outside any test counts as one failure each: a file that does not load, a failing hook, an unhandled
// error, a report that is missing, unreadable or empty. Reasons go to stderr.
import { readFileSync } from "node:fs";

const [path, exitStatus] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0 };

function fail(reason) {
  counts.failed++;
  console.error(`ci: ${reason}`);
}

function countFile(file) {
  let failures = 0;
  for (const { status } of file.assertionResults) {
    if (status === "passed") counts.passed++;
    else if (status === "failed") failures++;
    else counts.skipped++;
  }
  counts.failed += failures;
  if (file.status !== "passed" && failures === 0) fail(`${file.name} failed outside its tests: ${file.message}`);
}

try {
  for (const file of JSON.parse(readFileSync(path, "utf8")).testResults) countFile(file);
  if (counts.passed + counts.failed === 0) fail("no test ran");
} catch (error) {
  fail(`no usable test report: ${error.message}`);
}
if (exitStatus !== "0" && counts.failed === 0) fail(`npm test ended with status ${exitStatus}, see above`);

console.log(`${counts.passed} ${counts.failed} ${counts.skipped}`);
