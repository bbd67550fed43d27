/** Who follows a satellite's files: each whole one once, torn ones when they are whole, and one follower for each folder. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { followScans } from "irradiance-archive/internal/server";
import { expect, it } from "vitest";
import { scansIn } from "../../src/scans/store/format.js";
import { fixture } from "../fixture.mjs";
import { folderOfTest } from "../folder.js";

const { scans } = fixture("scans.json.gz") as { scans: readonly { product: string; name: string; file: string }[] };
const [one] = scans.filter(({ name }) => /^SISin\d{12}EAv4\.nc$/.test(name));
const bytes = Buffer.from(one!.file, "base64");
const start = Number(/\d{12}/.exec(one!.name)![0]);
const time = Date.parse(String(start).replace(/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:00Z"));

async function played() {
  const home = folderOfTest();
  const published = join(home, "host", "weather", "satellite", "radiation", "sis");
  await mkdir(published, { recursive: true });
  const folder = join(home, "scans");
  const lines: string[] = [];
  const follow = (now = time + 3_600_000) =>
    followScans({
      name: "dwd-sis",
      address: join(home, "host"),
      folder,
      once: true,
      now: () => now,
      log: (line) => lines.push(line),
    });
  return {
    folder,
    lines,
    follow,
    publish: (name: string, content: Uint8Array) => writeFile(join(published, name), content),
  };
}

it("takes each whole file once, over restarts, and again when it is another one", async () => {
  const { folder, follow, publish } = await played();
  await publish(one!.name, bytes);
  expect(await follow()).toBe(1);
  expect(await follow()).toBe(0);
  await publish(one!.name, bytes);
  expect(await follow()).toBe(1);
  const found = await scansIn(folder);
  expect(new Set(found.map((scan) => scan.start))).toEqual(new Set([time]));
});

it("leaves a torn file until it is whole, and what is of the future or too old", async () => {
  const { folder, lines, follow, publish } = await played();
  await publish(one!.name, bytes.subarray(0, Math.floor(bytes.length / 2)));
  expect(await follow()).toBe(0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(one!.name);
  await publish(one!.name, bytes);
  expect(await follow(time - 3_600_000)).toBe(0);
  expect(lines[1]).toContain("in the future");
  expect(await follow(time + 11 * 86_400_000)).toBe(0);
  expect(await scansIn(folder)).toEqual([]);
  expect(await follow()).toBe(1);
});

it("leaves the folder to the one who has it", async () => {
  const { follow, publish } = await played();
  await publish(one!.name, bytes);
  const both = await Promise.allSettled([follow(), follow()]);
  const refused = both.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  for (const { reason } of refused) expect(reason).toMatchObject({ code: "ERR_ARCHIVE_WRITER" });
  expect(await follow()).toBe(refused.length === 2 ? 1 : 0);
});
