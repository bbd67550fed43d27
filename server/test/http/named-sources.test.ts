/** `serve --weather NAME`: the settings, what they open, and what an answer says of a public source that a local host plays. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ERA5_STORE, playedArco } from "../../../archive/test/played-arco.js";
import { rangeServer } from "../../../archive/test/range-server.mjs";
import { sourcesOf } from "../../src/answers/sources.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { readSettings } from "../../src/read-settings.js";
import { SettingsError, settingsWith } from "../../src/settings.js";
import { temporaryFolder } from "../temporary.js";
import { NOW, stand } from "./harness.js";

async function playedHost(): Promise<string> {
  const store = playedArco({ first: Date.UTC(2025, 0, 1), end: NOW - 5 * 86_400_000 });
  const server = await rangeServer((path) =>
    path.startsWith(ERA5_STORE) ? store(path.slice(ERA5_STORE.length)) : undefined,
  );
  onTestFinished(() => server.close());
  return server.url;
}

describe("the setting weather", () => {
  it("takes names, addresses and paths, as flags and in a variable", () => {
    const words = ["era5=https://mirror.example/x", "open-meteo", "/data/weather"];
    expect(readSettings(["--weather", ...words], {}).weather).toEqual(words);
    expect(readSettings([], { IRRADIANCE_WEATHER: words.join(":") }).weather).toEqual(words);
    expect(readSettings([], { IRRADIANCE_WEATHER: "era5=http://127.0.0.1:8080/:a.csv" }).weather).toEqual([
      "era5=http://127.0.0.1:8080/",
      "a.csv",
    ]);
  });

  it("opens them in their order, with files and folders as one source", async () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 24 }, (_, hour) => `2025-06-21T${String(hour).padStart(2, "0")}:00Z,${hour % 7}`);
    writeFileSync(
      join(folder, "a.csv"),
      ["# latitude: 50", "# longitude: 10", "start_time,global_horizontal_irradiance", ...rows, ""].join("\n"),
    );
    const weather = [`era5=${folder}`, folder, `era5-land=${folder}`, join(folder, "a.csv")];
    const { sources } = await sourcesOf(settingsWith({ weather }));
    expect(sources.map(({ id }) => id)).toEqual([
      ...["era5", "files", "era5-land-radiation", "era5-land-temperature", "era5-land-wind", "era5-land-pressure"],
      "synthetic",
    ]);
  });

  it.each([
    ["era6", /^setting "weather": there is no file and no source "era6" \(Did you mean era5\?\)/],
    ["sarah", /^setting "weather": sarah: order SIS and SID/],
    ["era5=ftp://x", /^setting "weather": era5: era5= must be a path, file:, http: or https:/],
  ])("refuses %s", async (word, message) => {
    const opening = sourcesOf(settingsWith({ weather: [word] }));
    await expect(opening).rejects.toThrow(SettingsError);
    await expect(opening).rejects.toThrow(message);
  });
});

it("an answer names the source, its licence and its age in the headers", async () => {
  const { sources } = await sourcesOf(settingsWith({ weather: [`era5=${await playedHost()}`] }));
  const server = await stand({ sources });
  const path = "/v1/observation/historical?lat=47&lon=8&start=2026-05-01T00:00Z&end=2026-05-02T00:00Z&frequency=1_hour";
  const { status, headers, json } = await server.ask(path);
  expect(status).toBe(200);
  expect(headers["weather-sources"]).toMatch(
    /^"era5\/ERA5";class="reanalysis";synthetic=\?0;columns="[^"]+";age=\d+;distance=0/,
  );
  expect(headers["weather-sources"]).toContain('licence="CC-BY-4.0"');
  expect(JSON.stringify(json)).not.toContain("127.0.0.1");
});

describe("irradiance-server weather", () => {
  async function run(...args: string[]) {
    const result = { code: 0, out: [] as string[], err: [] as string[] };
    const io = {
      out: (text: string) => void result.out.push(text),
      err: (text: string) => void result.err.push(text),
      env: { HOME: "/nowhere" },
      now: () => NOW,
    };
    result.code = await (await COMMANDS.weather!()).run(args, io as never);
    return result;
  }

  it("lists and shows", async () => {
    const list = await run("list");
    expect([list.code, list.out[0]]).toEqual([
      0,
      expect.stringMatching(/^name +serves +since +account +checked +what$/),
    ]);
    const shown = JSON.parse((await run("show", "era5", "--json")).out[0]!);
    expect(shown).toMatchObject({ name: "era5", licence: "CC-BY-4.0", documented: "2026-11-27" });
  });

  it("checks: 1 where something changed, and what", async () => {
    const { code, out, err } = await run("check", `era5=${await playedHost()}`);
    expect([code, err]).toEqual([1, ["irradiance-server weather: not all is as the catalogue says"]]);
    expect(out).toContain("  it began by 1940-01-03, and begins on 2024-12-31");
  });

  it("refuses names that are none", async () => {
    expect(await run("show", "erra5")).toMatchObject({ code: 2, err: [expect.stringContaining("Did you mean era5?")] });
    expect(await run("check", "erra5")).toMatchObject({ code: 2 });
    expect(await run("lst")).toMatchObject({
      code: 2,
      err: [expect.stringContaining("one of list, show, follow, check")],
    });
  });
});
