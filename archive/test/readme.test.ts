/** The example of the README prints what the README says. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

it("the example prints what stands below it", () => {
  const home = new URL("../", import.meta.url);
  const text = readFileSync(new URL("README.md", home), "utf8");
  const code = /```js\n(.*?)```/s.exec(text)![1]!;
  const printed = /it prints\n.*?```\n(.*?)```/s.exec(text)![1]!;
  // In the package's folder, so that its name leads to itself.
  const cwd = fileURLToPath(home);
  const args = ["--input-type=module", "--eval", code];
  expect(execFileSync(process.execPath, args, { cwd, encoding: "utf8" })).toBe(printed);
});
