// One line for each check, and the sum at the end.
export function createReport() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const line = (word, name, detail) => console.log(`${word} ${name}${detail ? `: ${detail}` : ""}`);
  return {
    counts,
    check(name, holds, detail = "") {
      counts[holds ? "passed" : "failed"]++;
      line(holds ? "pass" : "FAIL", name, detail);
    },
    skip(name, reason) {
      counts.skipped++;
      line("SKIP", name, reason);
    },
    failed(name, thrown) {
      counts.failed++;
      line("FAIL", name, thrown?.stack ?? String(thrown));
    },
  };
}
