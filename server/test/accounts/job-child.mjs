// A server that finishes one part after the other, and says "JOB.PART" for each it was told is on disk; or, as "stuck", takes one part
// ("none" where there is none), says so, and does nothing with it.
import { writeSync } from "node:fs";
import { openAccounts } from "../../dist/accounts/open.js";

const accounts = await openAccounts({ file: process.argv[2] });
const figures = { endpoint: "jobs/historical", rows: 96, columns: 21, status: 200, duration: 1, bytes: 18_000 };

if (process.argv[3] === "stuck") {
  // Longer than the storm of starts takes on a busy machine.
  const claim = await accounts.jobs.claim(Date.now(), 3_600_000);
  writeSync(1, `${claim === undefined ? "none" : `${claim.job}.${claim.part}`}\n`);
  setInterval(() => {}, 1000);
}
while (process.argv[3] !== "stuck") {
  const claim = await accounts.jobs.claim(Date.now(), 60_000);
  if (claim === undefined) break;
  const requestId = `${claim.job}.${claim.part}`;
  const file = { name: `${requestId}-${claim.id}`, bytes: 1, sha256: "ab" };
  const charge = { ...figures, requestId, at: Date.now() };
  const done = { file, failedSites: 0, failures: null, tokens: claim.tokens - 1, charge };
  await accounts.jobs.finish(claim, done, Date.now());
  // Synchronous: what is written here has left the process, whatever becomes of it.
  writeSync(1, `${requestId}\n`);
}
