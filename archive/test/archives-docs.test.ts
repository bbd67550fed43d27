/** docs/how-to/archives.md: its description is one, and its transcript is what comes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { SERVER } from "../../scripts/lib/process.mjs";
import { parseDescription } from "../src/description/description.js";
import { folderOfTest } from "./folder.js";

const TEXT = readFileSync(new URL("../../docs/how-to/archives.md", import.meta.url), "utf8");

const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "m").exec(TEXT)![1]!;

it("the description can be read", () => {
  const { sources } = parseDescription(blockOf("json"), { folder: "/data", environment: { ERA5_KEY: "key" } });
  expect(sources.map(({ id }) => id)).toEqual(["sarah", "land", "era5", "files"]);
});

it("the transcript is that of a replica of ERA5", async () => {
  const fixture = readFileSync(new URL("fixtures/zarr.json.gz", import.meta.url));
  const stores: { [store: string]: { [path: string]: string } } = JSON.parse(gunzipSync(fixture).toString("utf8"));
  const replica = Object.values(stores).find((files) => "ssrd/zarr.json" in files)!;
  const folder = folderOfTest();
  for (const [path, content] of Object.entries(replica)) {
    const file = join(folder, "era5.zarr", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(content, "base64"));
  }
  const args = ["archive", "inspect", "era5.zarr", "--product", "era5"];
  expect(execFileSync(process.execPath, [SERVER, ...args], { cwd: folder, encoding: "utf8" })).toBe(blockOf("text"));
});
