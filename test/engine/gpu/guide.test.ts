/** docs/how-to/gpu.md: its code runs as it stands, on software Vulkan where there is one, else on the engine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { useSwiftShader } from "./swiftshader.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const guide = readFileSync(`${root}/docs/how-to/gpu.md`, "utf8");

it("the guide's code prints the months of the sample's place, the last site's of weather in arrays", () => {
  const unavailable = useSwiftShader();
  const driver = unavailable === null ? { LD_LIBRARY_PATH: dirname(process.env.VK_ICD_FILENAMES!) } : {};
  const code = [...guide.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block]) => block).join("\n");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...driver },
  });
  expect(status, stderr).toBe(0);
  if (unavailable === null) expect(stdout).toMatch(/^fused SwiftShader/);
  const [, june, listed] = /(\d+\.\d+)\n\[ 20, 12 \] Float32Array\(12\) \[([^\]]*)\]/.exec(stdout)!;
  const months = listed!.split(",").map(Number);
  expect(months.length).toBe(12);
  expect(months[5]! / Number(june), "with 81 % of the light").toBeGreaterThan(0.78);
  expect(months[5]! / Number(june)).toBeLessThan(0.84);
  const kilowattHours = months.reduce((sum, mean) => sum + mean, 0) * 0.73;
  expect(kilowattHours, "of a kWp in a year").toBeGreaterThan(0.81 * 1100);
  expect(kilowattHours).toBeLessThan(0.81 * 1700);
});

it("the guide names every error code", () => {
  const codes = readFileSync(`${root}/src/engine/gpu/engine-accelerator.ts`, "utf8").match(/ERR_GPU_\w+/g)!;
  for (const code of new Set(codes)) expect(guide).toContain(`\`${code}\``);
});
