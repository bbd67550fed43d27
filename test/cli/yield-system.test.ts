/** The options of `irradiance yield` as the short form of a system's description, and the description as a file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LISTS, toValue } from "../../src/cli/options/parse.js";
import { readSystem, SYSTEM_SCHEMA } from "../../src/data/system/index.js";
import { formatTime } from "../../src/foundation/time/iso-time.js";
import { runCli, workplace } from "./in-process.js";

const { folder, jsonOf, put } = workplace();

const PLACE = ["--lat=47.4", "--lon=8.5", "--altitude=440"];
const run = (...args: string[]) => runCli(["yield", ...PLACE, "--quiet", ...args], folder);
const file = (name: string, content: unknown) => {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  put(name, text);
  return name;
};

const PLANES = ["--plane", "10/90/4", "10/270/4"];
const EQUIPPED = [
  ...["--losses=soiling=4,shading=0", "--inverter-ac=6", "--inverter-efficiency=0.97", "--export-limit=5kW"],
  ...["--cabling=dc=1.5,ac=0.5", "--transformer=no-load=0.2,load=0.8", "--gamma=-0.003"],
];

describe("a system of options", () => {
  test("is written as a description, which gives the same yield", async () => {
    const asked = await run(...PLANES, ...EQUIPPED, "--write-system=roof.json", "--out=options.json");
    expect([asked.status, asked.stderr]).toEqual([0, ""]);
    expect(jsonOf("roof.json")).toEqual({
      planes: [
        { surface_tilt: 10, surface_azimuth: 90, kwp: 4 },
        { surface_tilt: 10, surface_azimuth: 270, kwp: 4 },
      ],
      losses: { soiling: 4, shading: 0 },
      gamma_pdc: -0.003,
      inverter: { ac_power: 6 },
      inverter_efficiency: 0.97,
      cabling: { dc: 1.5, ac: 0.5 },
      transformer: { no_load: 0.2, load: 0.8 },
      export_limit: "5kW",
    });
    expect(readSystem(jsonOf("roof.json"))).toMatchObject({ exportLimit: 5, inverter: { acPower: 6 } });
    const again = await run("--system=roof.json", "--out=file.json");
    expect([again.status, again.stdout]).toEqual([0, asked.stdout]);
    expect(jsonOf("file.json")).toEqual(jsonOf("options.json"));
  });

  test("is written with the best plane, if no plane is given", async () => {
    const best = await run("--kwp=3", "--losses=10", "--write-system=best.json");
    const [, tilt, azimuth] = /tilt (\d+)°, azimuth (\d+)° \(the best fixed plane\)/.exec(best.stdout)!;
    const plane = { surface_tilt: Number(tilt), surface_azimuth: Number(azimuth), kwp: 3 };
    expect(jsonOf("best.json")).toEqual({ planes: [plane], losses: 10 });
  });

  test("has trackers, rows and rears as files have them", async () => {
    const tracker = ["--plane=tracker/8", "--max-angle=60", "--gcr=0.4", "--rows", "--blocks=3", "--bifacial=0.7"];
    tracker.push("--row-height=0.8");
    const asked = await run(...tracker, "--write-system=field.json");
    expect(jsonOf("field.json")).toEqual({
      planes: [
        {
          ...{ tracking_mode: "1_axis", kwp: 8 },
          ...{ tracker: { max_angle: 60, gcr: 0.4 }, rows: { blocks: 3, height: 0.8 } },
        },
      ],
      bifacial: { factor: 0.7 },
    });
    expect((await run("--system=field.json")).stdout).toBe(asked.stdout);
    const { stderr } = await runCli(["yield", ...PLACE, "--plane=tracker/8"], folder);
    expect(stderr).toContain("from one another is not counted: --rows has them");
  });
});

describe("--system", () => {
  const plane = { surface_tilt: 30, surface_azimuth: 180, kwp: 10 };

  test("takes an option in place of what the file says, in either spelling", async () => {
    file("camel.json", { planes: [plane], exportLimit: "1 kW", inverter: { acPower: 8, efficiency: 0.9 } });
    file("snake.json", { planes: [plane], export_limit: 4, inverter: { ac_power: 7, efficiency: 0.9 } });
    const changed = ["--export-limit=4", "--inverter-ac=7", "--write-system=changed.json"];
    const { status, stdout } = await run("--system=camel.json", ...changed);
    expect([status, stdout]).toEqual([0, (await run("--system=snake.json")).stdout]);
    expect(jsonOf("changed.json")).toEqual(jsonOf("snake.json"));
  });

  test("takes a module as a kind, and as a data sheet of its own file", async () => {
    file("plain.json", { planes: [plane] });
    const premium = await run("--system=plain.json", "--module=premium");
    expect(premium.stdout).not.toBe((await run("--system=plain.json")).stdout);
    file("sheet.json", {
      v_mp: 41,
      i_mp: 10,
      v_oc: 30,
      i_sc: 10.5,
      alpha_sc: 0.05,
      beta_voc: -0.3,
      cells_in_series: 72,
    });
    const { status, stderr } = await run("--system=plain.json", "--module=sheet.json");
    expect([status, stderr]).toEqual([2, "irradiance: --module datasheet: vMp must be below vOc, 30 V, got 41\n"]);
  });

  test.each([
    [["--kwp=3"], "--kwp describes planes, and so does --system plain.json"],
    [["--plane=30/180/3"], "--plane describes planes"],
    [["--no-backtrack"], "--no-backtrack describes planes"],
    [["--export-limit=4 GW"], '--export-limit must be a number of kW above 0, or a text such as "800 W"'],
    [
      ["--inverter-ac=900"],
      '--inverter-ac must be from 1 to 100 kW for planes of 10 kWp, got 900 kW: is "900 W" meant?',
    ],
  ])("%j is refused in the words of the options", async (args, message) => {
    file("plain.json", { planes: [plane] });
    const { status, stdout, stderr } = await run("--system=plain.json", ...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  test.each([
    [{ planes: [{ ...plane, kwp: -1 }] }, "bad.json: planes[0].kwp must be from 0 to 1000000000, got -1"],
    [{ planes: [{ ...plane, tilt: 3 }] }, 'bad.json: planes[0] has no option "tilt"'],
    [{ planes: Array.from({ length: 1000 }, () => plane) }, "bad.json: planes must be at most 100 planes, got 1000"],
    [{ kwp: 3 }, "bad.json: kwp belongs to a plane: write it there, as in { planes: [{ kwp: … }] }"],
    [{ planes: [{ ...plane, surface_tilt: 1, surfaceTilt: 2 }] }, "planes[0].surfaceTilt is given twice"],
    [{}, "planes is required"],
    ["[1]", "--system: bad.json must be a system as a JSON object, got a list"],
    ["{", "--system: bad.json must be JSON ("],
    [
      { planes: [{ ...plane, inverter: "east" }], inverters: { east: {} }, inverter: { ac_power: 3 } },
      "bad.json: inverter is the inverter of no plane: each names one of the system's inverters",
    ],
  ])("%j is refused in the words of the file", async (content, message) => {
    file("bad.json", content);
    const { status, stdout, stderr } = await run("--system=bad.json");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("is named before notes about it, and not before those about the weather", async () => {
    file("plain.json", { planes: [plane], export_limit: 20 });
    const weather = Array.from({ length: 480 }, (_, hour) => `${formatTime(Date.UTC(2021, 0, 5, hour))},100,-0.3`);
    file("days.csv", ["start_time,global_horizontal_irradiance,temperature", ...weather, ""].join("\n"));
    const { stderr } = await runCli(
      ["yield", ...PLACE, "--weather=days.csv", "--system=plain.json", "--trust-clock"],
      folder,
    );
    expect(stderr).toContain("note: plain.json: exportLimit, 20 kW, is above");
    expect(stderr).toContain("note: the weather has no snow depth");
    expect(stderr).toContain("coldest month has 0 °C");
  });

  test("needs its file, and writes no other", async () => {
    expect((await run("--system=none.json")).stderr).toBe("irradiance: --system: none.json cannot be read (ENOENT)\n");
    file("plain.json", { planes: [plane] });
    const same = await run("--system=plain.json", "--write-system=plain.json");
    expect(same.stderr).toContain("--write-system and --system are the same file");
  });
});

describe("the short form of JSON", () => {
  test.each([
    ["4", 4],
    ["kimber", "kimber"],
    ["800W", "800W"],
    ["1, 1,2", [1, 1, 2]],
    ["dc=1,ac=0.5", { dc: 1, ac: 0.5 }],
    ["no-load=0.2", { no_load: 0.2 }],
    ["model=kimber,rain=6,grace=true", { model: "kimber", rain: 6, grace: true }],
    ["model=townsend,monthly-snowfall=20/15/5/0", { model: "townsend", monthly_snowfall: [20, 15, 5, 0] }],
    ["model=kimber,washes=03-15", { model: "kimber", washes: ["03-15"] }],
    ["name=A/B 1,rate=1", { name: "A/B 1", rate: 1 }],
    ['{"dc": 1}', { dc: 1 }],
    ["[1, 2]", [1, 2]],
  ])("%s", (text, value) => expect(toValue(text)).toEqual(value));

  const NO_SHORT_FORM = ["scene", "modules", "edges"];
  test("has lists where the schema has them, and nowhere else", () => {
    const listsIn = (schema: object): string[] =>
      Object.entries(schema).flatMap(([key, value]) => {
        if (typeof value !== "object" || value === null || NO_SHORT_FORM.includes(key)) return [];
        return [...("type" in value && value.type === "array" ? [key] : []), ...listsIn(value)];
      });
    // Numbers of the places of `anyOf` are no keys; planes, their horizons, the months of a map of shade and the steps of a load have no short form.
    const without = ["planes", "horizon", "items", "power"];
    const keys = listsIn(SYSTEM_SCHEMA).filter((key) => !/^\d+$/.test(key) && !without.includes(key));
    expect([...new Set(keys)].sort()).toEqual([...LISTS].sort());
  });

  test.each(["dc=1,2", "{dc: 1}", "=3,a=1"])("%s is none", (text) =>
    expect(() => toValue(text)).toThrow(/It begins|Every item/),
  );
});

describe("a system in a scene", () => {
  const near = {
    planes: [
      {
        ...{ surface_tilt: 35, surface_azimuth: 180, kwp: 4.8 },
        modules: { rows: 2, columns: 6, width: 1.05, height: 1.72, corner: [-3.2, 0, 3.1] },
      },
    ],
    scene: { obstacles: [{ kind: "box", name: "chimney", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2] }] },
  };

  test("has its picture, and what each obstacle takes", async () => {
    const flags = ["--obstacles", "--scene-plot=near.svg", "--scene-time=2025-02-21T14:30", "--out=near.json"];
    const { status, stdout, stderr } = await run(`--system=${file("near-roof.json", near)}`, ...flags);
    expect([status, stderr]).toEqual([0, ""]);
    const { all, each } = jsonOf("near.json").obstacles;
    expect(each).toEqual([{ number: 0, kind: "box", name: "chimney", energy: all }]);
    expect(stdout).toMatch(/without it there would be more +kWh\nchimney +\d/);
    const picture = readFileSync(join(folder, "near.svg"), "utf8");
    expect(picture).toContain("From the sun on 21 Feb, 14:30: it lights");
  });

  test.each([
    [["--plane=30/180/4", "--obstacles"], "--obstacles needs --system FILE with a scene"],
    [["--plane=30/180/4", "--scene-plot=x.svg"], "--scene-plot needs --system FILE with a scene or a map of shade"],
    [["--scene-time=2025-02-21T14:30"], "--scene-time needs --scene-plot"],
    [["--scene-plot=x.png"], "--scene-plot draws SVG, not PNG"],
  ])("%j is refused", async (flags, message) => {
    expect((await run(...flags)).stderr).toContain(message);
  });
});
