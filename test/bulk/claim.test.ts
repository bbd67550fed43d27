/** Several processes that start at once on a folder with a dead process's mark: never do two of them write. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const root = mkdtempSync(join(tmpdir(), "irradiance-claim-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Tells when it is ready, claims at a word, holds what it got until it is told to end. */
const PROCESS = `
import { claim } from ${JSON.stringify(new URL("../../dist/bulk/files/claim.js", import.meta.url).href)};
console.log("ready");
process.stdin.once("data", async () => {
  const release = await claim(process.argv[1], "out.csv").catch(({ code }) => console.log(code));
  if (release) console.log("held");
  process.stdin.once("end", () => release?.());
});
`;

async function outcomes(folder: string, count: number): Promise<string[]> {
  const processes = Array.from({ length: count }, () =>
    spawn(process.execPath, ["--input-type=module", "--eval", PROCESS, folder]),
  );
  const heard = (child: (typeof processes)[number]) => once(child.stdout, "data").then(([text]) => String(text).trim());
  await Promise.all(processes.map(heard));
  const answers = processes.map(heard);
  for (const { stdin } of processes) stdin.write("go");
  const results = await Promise.all(answers);
  for (const { stdin } of processes) stdin.end();
  await Promise.all(processes.map((child) => once(child, "close")));
  return results;
}

it("gives a folder to one of several processes at most", async () => {
  let held = 0;
  for (let round = 0; round < 4; round++) {
    const folder = mkdtempSync(join(root, "round-"));
    writeFileSync(join(folder, "writer.4194999.1"), ""); // no process has a number as large
    const results = await outcomes(folder, 3);
    const winners = results.filter((result) => result === "held").length;
    expect(winners).toBeLessThanOrEqual(1);
    expect(results.filter((result) => result === "ERR_BULK_BUSY")).toHaveLength(3 - winners);
    expect(readdirSync(folder)).toEqual([]);
    held += winners;
  }
  expect(held).toBeGreaterThan(0);
});
