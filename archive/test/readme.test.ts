/** The example of the README prints what the README says. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the example prints what stands below it", () => {
  const home = new URL("../", import.meta.url);
  const text = readFileSync(new URL("README.md", home), "utf8");
  const code = /```js\n(.*?)```/s.exec(text)![1]!;
  const printed = /it prints\n.*?```\n(.*?)```/s.exec(text)![1]!;
  // In the package's folder, so that its name leads to itself.
  const script = fileURLToPath(new URL("example-of-the-readme.mjs", home));
  try {
    writeFileSync(script, code);
    expect(execFileSync(process.execPath, [script], { encoding: "utf8" })).toBe(printed);
  } finally {
    rmSync(script, { force: true });
  }
});
