/** What docs/how-to/weather-files.md shows as files is taken as such. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { filesSource } from "../src/index.js";

const guide = readFileSync(new URL("../../docs/how-to/weather-files.md", import.meta.url), "utf8");

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";
}

/** A folder that is gone after the test. */
function folderOf(files: { readonly [name: string]: string }): string {
  const folder = mkdtempSync(join(tmpdir(), "weather-folders-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

it("the guide's CSV and weather.json are read without a complaint, and say what the guide says of them", async () => {
  const [csv, json] = [block("csv"), block("json")];
  const source = filesSource({ paths: [folderOf({ "roof.csv": csv, "icon.csv": csv, "weather.json": json })] });
  const offers = await source.offer({ latitude: 52.5, longitude: 13.4 }, Date.UTC(2026, 5, 21, 12));
  await source.close();
  expect([source.count(), source.problems()]).toEqual([2, []]);
  const told = offers.map(({ class: kind, dataset, interval: step, run, cell }) => [
    dataset,
    kind,
    step,
    run,
    cell.altitude,
  ]);
  expect(told.sort()).toEqual([
    ["CAMS radiation", "satellite", 3600, undefined, 40],
    ["DWD ICON", "forecast", 3600, Date.UTC(2026, 5, 21, 6), 40],
  ]);
});

it("the guide names every key of weather.json, and no other", async () => {
  const source = filesSource({ paths: [folderOf({ "weather.json": '{"no such key": 1}' })] });
  await source.offer({ latitude: 0, longitude: 0 }, 0);
  await source.close();
  const known = source.problems()[0]?.message.split("known are ")[1]?.split(", ");
  const [, table = ""] = /^#+ Metadata: weather\.json$([\s\S]*?)^#/m.exec(guide) ?? [];
  const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) => cell.split(", "));
  expect(rows.map((name) => name.replaceAll("`", "")).sort()).toEqual(known?.sort());
});
