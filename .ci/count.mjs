// Counts tests from vitest's JSON report: `node .ci/count.mjs REPORT EXIT_STATUS` prints "passed failed skipped".
// What went wrong outside any test counts as one failure each: a file that does not load, a failing hook, an unhandled
// error, a report that is missing, unreadable or empty. Failed tests and reasons go to stderr, a line that begins with FAIL each.
import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Characters of a failed test's message. */
const SHOWN = 300;

const [path, exitStatus] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0 };

function fail(reason) {
  counts.failed++;
  console.error(`FAIL ${reason}`);
}

function countFile(file) {
  let failures = 0;
  for (const { status, fullName, failureMessages } of file.assertionResults) {
    if (status === "passed") counts.passed++;
    else if (status === "failed") {
      failures++;
      const message = failureMessages.join(" ").replaceAll(/\s+/g, " ").slice(0, SHOWN);
      console.error(`FAIL ${relative(".", file.name)}: ${fullName}: ${message}`);
    } else counts.skipped++;
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
