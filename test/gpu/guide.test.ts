/** docs/gpu.md: its example runs as it stands, on software Vulkan where there is one, else on the engine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { useSwiftShader } from "./swiftshader.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const guide = readFileSync(`${root}/docs/gpu.md`, "utf8");

it("the guide's example prints the months of the sample's place", () => {
  const unavailable = useSwiftShader();
  const driver = unavailable === null ? { LD_LIBRARY_PATH: dirname(process.env.VK_ICD_FILENAMES!) } : {};
  const [, code] = /```js\n([\s\S]*?)```/.exec(guide)!;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code!], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...driver },
  });
  expect(status, stderr).toBe(0);
  if (unavailable === null) expect(stdout).toMatch(/^fused SwiftShader/);
  const means = stdout
    .match(/\d+\.\d+(?=[,\s])/g)!
    .map(Number)
    .slice(-12);
  expect(means.length).toBe(12);
  const kilowattHours = means.reduce((sum, mean) => sum + mean, 0) * 0.73;
  expect(kilowattHours, "of a kWp in a year").toBeGreaterThan(1100);
  expect(kilowattHours).toBeLessThan(1700);
});

it("the guide names every error code", () => {
  const codes = readFileSync(`${root}/src/gpu/errors.ts`, "utf8").match(/ERR_GPU_\w+/g)!;
  for (const code of new Set(codes)) expect(guide).toContain(`\`${code}\``);
});
