/** Folders made with those above them: where nothing can be made it is an error, and never endless work. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolder, makeFolderSync } from "../../../src/foundation/shared/node.js";

const root = mkdtempSync(join(tmpdir(), "irradiance-folders-"));
afterAll(() => rmSync(root, { recursive: true }));

/** In a process of its own, which must not hang this one. @returns the code of the error */
async function codeIn(path: string, name: "makeFolder" | "makeFolderSync"): Promise<string> {
  const entry = new URL("../../../dist/foundation/shared/node.js", import.meta.url).href;
  const script = `import { ${name} } from ${JSON.stringify(entry)};
try { await ${name}(${JSON.stringify(path)}); console.log("made"); } catch ({ code }) { console.log(code); }`;
  const args = ["--input-type=module", "--eval", script];
  return (await promisify(execFile)(process.execPath, args, { timeout: 120_000 })).stdout.trim();
}

describe.each([
  ["makeFolder", makeFolder],
  ["makeFolderSync", async (path: string, options?: { mode: number }) => makeFolderSync(path, options)],
] as const)("%s", (name, make) => {
  it("makes all that is missing, once", async () => {
    const path = join(root, name, "a", "b", "c");
    await make(path, { mode: 0o700 });
    await make(path);
    await make(join(path, "..", "d"));
    expect(statSync(path).isDirectory()).toBe(true);
    if (process.platform !== "win32") expect(statSync(join(path, "..")).mode & 0o777).toBe(0o700);
    await Promise.all(Array.from({ length: 8 }, (_, k) => make(join(root, name, "at once", "e", String(k % 2)))));
  });

  it("fails where a file is, or is above", async () => {
    const file = join(root, `${name}.txt`);
    writeFileSync(file, "mine");
    await expect(make(file)).rejects.toMatchObject({ code: "EEXIST" });
    await expect(make(join(file, "below"))).rejects.toMatchObject({
      code: expect.stringMatching(/^(ENOTDIR|EEXIST)$/),
    });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  // Node's own `recursive` never ends there.
  it.skipIf(!existsSync("/proc/self"))("ends with an error where nothing can be made", async () => {
    expect(await codeIn("/proc/none", name)).toBe("ENOENT");
    expect(await codeIn("/proc/none/below", name)).toBe("ENOENT");
  });
});
