/** Archives of whole runs: which run is read, what its steps mean, and what is said of runs that are late, cut off or written again. */
import { join } from "node:path";
import { computeColumns, type WeatherColumn } from "irradiance-engine";
import { deaccumulate } from "irradiance-engine/forecast";
import { describe, expect, it } from "vitest";
import type { ProductName } from "../src/cf/products.js";
import { openArchive, plan, type WeatherSource, zarrSource } from "../src/index.js";
import { folderOfTest } from "./folder.js";
import { DHI, DNI, GHI, HOUR } from "./made.js";
import { ALWAYS, columnsOf, use } from "./replicas.js";
import { type StoredArray, writeStore } from "./zarr-store.js";

const FIRST = Date.UTC(2026, 5, 20);
const FLUX = "downward_short_wave_radiation_flux_surface";
const BHI = "direct_horizontal_irradiance";
const LATITUDES = [60, 30, 0, -30, -60];
const LONGITUDES = Array.from({ length: 8 }, (_, k) => -180 + 45 * k);
const LATER = FIRST + 40 * 24 * HOUR;

interface At {
  readonly run: number;
  readonly lead: number;
  readonly member: number;
  readonly y: number;
  readonly x: number;
}
type Field = (at: At) => number;

interface Runs {
  /** Hours from the first. */
  readonly starts?: readonly number[];
  readonly leads: readonly number[];
  readonly members?: number;
  readonly ingested?: readonly number[];
  readonly planned?: readonly number[];
  readonly fields: Readonly<Record<string, readonly [unit: string, field: Field]>>;
  /** Of a plane: latitudes and longitudes by its rows and columns. */
  readonly plane?: (y: number, x: number) => readonly [number, number];
}

async function sourceOf(product: ProductName, runs: Runs, options: object = {}, folder = folderOfTest()) {
  const location = join(folder, "runs.zarr");
  await writeRuns(location, runs);
  return zarrSource({ id: "runs", location, product, refreshMs: 0, cacheBytes: 0, ...options });
}

async function writeRuns(location: string, { starts = [0], leads, members, ingested, planned, fields, plane }: Runs) {
  const [rows, columns] = plane === undefined ? ["latitude", "longitude"] : ["y", "x"];
  const sizes = { init_time: starts.length, ensemble_member: members ?? 1, lead_time: leads.length };
  const names = ["init_time", ...(members === undefined ? [] : ["ensemble_member"]), "lead_time"] as const;
  const dimensions = [...names, rows, columns];
  const [height, width] = [LATITUDES.length, LONGITUDES.length];
  const shape = [...names.map((name) => sizes[name as keyof typeof sizes]), height, width];
  const list = (name: string, values: readonly number[], units: string, own = name): StoredArray => {
    return { dimensions: [own], shape: [values.length], values, attributes: { units } };
  };
  const seconds = (hours: readonly number[]) => hours.map((one) => one * 3600);
  const places = Array.from({ length: height * width }, (_, k) => plane?.(Math.floor(k / width), k % width) ?? [0, 0]);
  const grid = (k: 0 | 1, units: string): StoredArray =>
    plane === undefined
      ? list(k === 0 ? rows : columns, k === 0 ? LATITUDES : LONGITUDES, units)
      : {
          dimensions: [rows, columns],
          shape: [height, width],
          values: places.map((one) => one[k]),
          attributes: { units },
        };
  const valuesOf = (field: Field) =>
    starts.flatMap((_, run) =>
      Array.from({ length: members ?? 1 }, (_, member) =>
        leads.flatMap((lead) =>
          Array.from({ length: height * width }, (_, k) =>
            field({ run, member, lead, y: Math.floor(k / width), x: k % width }),
          ),
        ),
      ).flat(),
    );
  const variables = Object.entries(fields).map(([name, [units, field]]): [string, StoredArray] => {
    return [
      name,
      { dimensions, shape, values: valuesOf(field), attributes: { units, coordinates: "latitude longitude" } },
    ];
  });
  const began = seconds(starts).map((one) => FIRST / 1000 + one);
  await writeStore(location, {
    init_time: list("init_time", began, "seconds since 1970-01-01"),
    lead_time: list("lead_time", seconds(leads), "seconds"),
    latitude: grid(0, "degree_north"),
    longitude: grid(1, "degree_east"),
    ...(ingested && { ingested_forecast_length: list("", seconds(ingested), "seconds", "init_time") }),
    ...(planned && { expected_forecast_length: list("", seconds(planned), "seconds", "init_time") }),
    ...Object.fromEntries(variables),
  });
}

const hours = (from: number, to: number, step = 1) =>
  Array.from({ length: (to - from) / step + 1 }, (_, k) => from + k * step);
const PLACE = { latitude: 31, longitude: 44 };

async function read(source: WeatherSource, place = PLACE, now = LATER, period = ALWAYS) {
  const offers = await source.offer(place, now);
  const parts = await Promise.all(
    offers.map(async (offer) => ({ offer, parts: await source.read(offer, place, period, offer.columns, use()) })),
  );
  return parts.map((one) => ({ ...one, columns: columnsOf(one.parts) }));
}

/** GHI that says where it is from. */
const placed: Field = ({ run, lead, y, x }) => (lead === 0 ? Number.NaN : 100 * run + lead + y / 8 + x / 64);

describe("steps of a run", () => {
  it("are means of the time since the lead before, whatever its length, and the start has none", async () => {
    const leads = [...hours(0, 6, 3), 12, 18];
    const fields = { [FLUX]: ["W m-2", placed], temperature_2m: ["degree_Celsius", ({ lead }: At) => lead] } as const;
    const found = await read(await sourceOf("dynamical-ifs-ens", { leads, fields }));
    expect(
      found.map(({ offer }) => [
        offer.dataset,
        offer.interval,
        (offer.first - FIRST) / HOUR,
        (offer.last - FIRST) / HOUR,
      ]),
    ).toEqual([
      ["IFS ENS at dynamical.org, steps of 3 h", 10_800, 0, 6],
      ["IFS ENS at dynamical.org, steps of 6 h", 21_600, 6, 18],
    ]);
    const off = 1 / 8 + 5 / 64;
    expect(found.map(({ columns }) => columns)).toEqual([
      {
        [GHI]: { start: FIRST, sampling: "mean", values: [3 + off, 6 + off] },
        temperature: { start: FIRST, sampling: "instant", values: [0, 3, 6] },
      },
      {
        [GHI]: { start: FIRST + 6 * HOUR, sampling: "mean", values: [12 + off, 18 + off] },
        temperature: { start: FIRST + 6 * HOUR, sampling: "instant", values: [6, 12, 18] },
      },
    ]);
  });

  it.each(["dynamical-gfs", "dynamical-gefs"] as const)(
    "of %s follow from means since 00, 06, 12 or 18 UTC",
    async (product) => {
      const leads = [...hours(0, 12), ...hours(15, 24, 3)];
      const truth = hours(0, 23).map((hour) => 400 + 37 * ((hour * 7) % 11) - 12 * hour);
      const mean = (lead: number) => {
        const own = truth.slice(Math.floor((lead - 1) / 6) * 6, lead);
        return own.reduce((sum, one) => sum + one, 0) / own.length;
      };
      // A value that is missing within a spell is shared; at its end nobody knows it.
      const field: Field = ({ lead }) => (lead === 0 || lead === 3 ? Number.NaN : mean(lead));
      const found = await read(await sourceOf(product, { leads, starts: [6], fields: { [FLUX]: ["W/(m^2)", field] } }));
      const running = leads.slice(1).map((lead) => field({ lead } as At));
      const edges = leads.map((lead) => FIRST + (6 + lead) * HOUR);
      const expected = [...deaccumulate(running, edges, { kind: "mean", reset: 21_600 })];
      const values = found.flatMap(({ columns }) => columns[GHI]!.values as number[]);
      expect(values).toHaveLength(expected.length);
      for (const [k, value] of values.entries()) expect(value).toBeCloseTo(expected[k]!, 9);
      expect(values[0]).toBeCloseTo(truth[0]!, 9);
      expect(values[2]).toBeCloseTo((truth[2]! + truth[3]!) / 2, 9);
      expect(found[0]!.parts[0]!.provenance.corrections).toContain(
        "values since the start of the run split into steps",
      );
    },
  );

  it("of HRRR are instants, on its plane, and what no sun sends is left out", async () => {
    const plane = (y: number, x: number) => [30 + y + x / 100, -100 + x * 1.2 - y / 50] as const;
    const beam: Field = ({ lead }) => (lead === 1 ? 10_000 : 50 * lead);
    const fields = { [FLUX]: ["W m-2", placed], visible_beam_downward_solar_flux_surface: ["W m-2", beam] } as const;
    const source = await sourceOf("dynamical-hrrr", { leads: hours(0, 4), fields, plane });
    const [found] = await read(source, { latitude: 32.06, longitude: -92.86 });
    expect(found!.columns[DNI]).toEqual({ start: FIRST, sampling: "instant", values: [0, null, 100, 150, 200] });
    expect(found!.columns[GHI]!.values[3]).toBe(3 + 2 / 8 + 6 / 64);
    expect(await source.offer({ latitude: 10, longitude: 10 }, LATER)).toEqual([]);
  });

  it("of ICON-EU have light in two parts", async () => {
    const light = {
      downward_direct_short_wave_radiation_flux_surface: ["W m-2", placed],
      downward_diffuse_short_wave_radiation_flux_surface: ["W m-2", placed],
    } as const;
    const [found] = await read(await sourceOf("dynamical-icon-eu", { leads: hours(0, 3), fields: light }));
    expect(Object.keys(found!.columns).sort()).toEqual([DHI, BHI].sort());
    expect([...found!.offer.columns].sort()).toEqual([DHI, BHI].sort());
  });

  it.each([
    [{ latitude: 31, longitude: 179 }, 1, 0],
    [{ latitude: 31, longitude: -158 }, 1, 0],
    [{ latitude: -74, longitude: 157 }, 4, 7],
    [{ latitude: 60, longitude: -179.9 }, 0, 0],
  ])("at %j are those of the nearest cell, round the globe", async (place, y, x) => {
    const [found] = await read(
      await sourceOf("dynamical-aifs", { leads: hours(0, 12, 6), fields: { [FLUX]: ["W m-2", placed] } }),
      place,
    );
    expect(found!.columns[GHI]!.values).toEqual([6, 12].map((lead) => lead + y / 8 + x / 64));
  });
});

describe("an ensemble", () => {
  const fields = {
    [FLUX]: [
      "W m-2",
      ({ lead, member }: At) => (lead === 0 || (lead === 9 && member === 2) ? Number.NaN : lead + 30 * member),
    ],
    wind_u_10m: ["m s-1", ({ member }: At) => (member === 1 ? -3 : 3)],
    wind_v_10m: ["m s-1", () => 4],
  } as const;

  it("is the mean of its members: of speeds, not of vectors", async () => {
    const [found] = await read(await sourceOf("dynamical-ifs-ens", { leads: hours(0, 9, 3), members: 3, fields }));
    expect(found!.columns[GHI]!.values).toEqual([33, 36, 24]);
    expect(found!.columns.wind_speed!.values).toEqual([5, 5, 5, 5]);
    const said = found!.parts.map(({ provenance }) => provenance.corrections);
    expect(said).toEqual([["mean of 3 members"], ["mean of 2 to 3 members"]]);
  });

  it("of which one is chosen is this one", async () => {
    const select = { ensemble_member: 1 };
    const [found] = await read(
      await sourceOf("dynamical-ifs-ens", { leads: hours(0, 9, 3), members: 3, fields }, { select }),
    );
    expect(found!.columns[GHI]!.values).toEqual([33, 36, 39]);
  });
});

describe("the run that is read", () => {
  const four = (ingested?: readonly number[], planned?: readonly number[]): Runs => {
    const more = { ...(ingested && { ingested }), ...(planned && { planned }) };
    return { starts: [0, 6, 18, 24], leads: hours(0, 12, 6), fields: { [FLUX]: ["W m-2", placed] }, ...more };
  };
  const after = (hour: number) => FIRST + hour * HOUR;
  const offered = async (source: WeatherSource, now: number) => {
    const [offer] = await source.offer(PLACE, now);
    return offer && [(offer.run! - FIRST) / HOUR, (offer.last - offer.run!) / HOUR, offer.notices];
  };

  it("is the newest that its archive has at the time", async () => {
    const source = await sourceOf("dynamical-aifs", four());
    expect(await offered(source, after(6.2))).toBeUndefined();
    expect(await offered(source, after(6.3))).toEqual([0, 12, []]);
    // One is missing in the middle.
    expect(await offered(source, after(23))).toEqual([6, 12, []]);
    expect(await offered(source, after(31))).toEqual([24, 12, []]);
    const [offer] = await source.offer(PLACE, after(31));
    expect(offer!.available).toBe(after(30.25));
    expect(await offered(source, after(49))).toEqual([
      24,
      12,
      ["AIFS at dynamical.org: the newest run is of 2026-06-21T00:00Z; updates have stalled"],
    ]);
  });

  it("ends where it ends, and is passed over where nothing of it is there; both are said", async () => {
    const source = await sourceOf("dynamical-aifs", four([12, 12, 6, Number.NaN]));
    expect(await offered(source, after(25))).toEqual([
      18,
      6,
      ["AIFS at dynamical.org: the run of 2026-06-20T18:00Z is not complete: 6 of its 12 hours are there"],
    ]);
    expect(await offered(source, after(31))).toEqual([
      18,
      6,
      [
        "AIFS at dynamical.org: the run of 2026-06-21T00:00Z is not complete yet; values are from the run of 2026-06-20T18:00Z",
        "AIFS at dynamical.org: the run of 2026-06-20T18:00Z is not complete: 6 of its 12 hours are there",
      ],
    ]);
    const short = await sourceOf("dynamical-aifs", four([12, 12, 6, 6], [12, 12, 6, 6]));
    expect(await offered(short, after(31))).toEqual([24, 6, []]);
    const cut = await sourceOf("dynamical-aifs", { ...four([12, 12, 6, 12]), leads: [0, 6, 12, 15] });
    expect((await cut.offer(PLACE, after(25))).map(({ dataset }) => dataset)).toEqual([
      "AIFS at dynamical.org, steps of 6 h",
    ]);
    const [found] = await read(source, PLACE, after(25));
    expect(found!.columns[GHI]!.values).toEqual([206 + 1 / 8 + 5 / 64]);
  });

  it("has another revision once it is written again, and an offer of before is refused", async () => {
    const folder = folderOfTest();
    const source = await sourceOf("dynamical-aifs", four(), {}, folder);
    const [before] = await source.offer(PLACE, LATER);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await writeRuns(join(folder, "runs.zarr"), { ...four(), fields: { [FLUX]: ["W m-2", (at) => 2 * placed(at)] } });
    const [offer] = await source.offer(PLACE, LATER);
    expect([offer!.run, offer!.revision === before!.revision]).toEqual([before!.run, false]);
    await expect(source.read(before!, PLACE, ALWAYS, [GHI], use())).rejects.toThrow(/changed/);
    const again = await source.read(offer!, PLACE, ALWAYS, [GHI], use());
    expect(columnsOf(again)[GHI]!.values[0]).toBe(2 * (306 + 1 / 8 + 5 / 64));
  });

  it("is each of a period, as a source of its own with the same id", async () => {
    const source = await sourceOf("dynamical-aifs", four([12, Number.NaN, 6, 12]));
    const runs = await source.runs!({ start: after(0), end: after(24) });
    const found = await Promise.all(runs.map(async (run) => [run.id, run.runs, await offered(run, after(400))]));
    expect(found).toEqual([
      ["runs", undefined, [0, 12, []]],
      ["runs", undefined, [18, 6, [expect.stringContaining("6 of its 12 hours are there")]]],
    ]);
    const values = await Promise.all(runs.map(async (run) => (await read(run))[0]!.columns[GHI]!.values[0]));
    expect(values).toEqual([6, 206].map((one) => one + 1 / 8 + 5 / 64));
  });
});

describe("a store that is no archive of runs", () => {
  const fields = { [FLUX]: ["W m-2", placed] } as const;
  it("is refused, with what is wrong", async () => {
    const messageOf = async (source: WeatherSource) => String(await source.offer(PLACE, LATER).catch((error) => error));
    const none = await sourceOf("dynamical-aifs", { leads: hours(0, 6, 6), fields: { t: ["K", placed] } });
    expect(await messageOf(none)).toMatch(/has none of the variables/);
    const back = await sourceOf("dynamical-aifs", { leads: [0, 12, 6], fields });
    expect(await messageOf(back)).toMatch(/its leads must be up to 2000 times that ascend/);
    const twice = await sourceOf("dynamical-aifs", { leads: hours(0, 6, 6), starts: [6, 6], fields });
    expect(await messageOf(twice)).toMatch(/its runs do not ascend/);
  });
});

it("six hours become hours and quarters by the engine's own course, which keeps their means", async () => {
  const means = [6, 520, 480, 6];
  const light: Field = ({ lead }) => (lead === 0 ? Number.NaN : means[(lead / 6 - 1) % 4]!);
  const place = { latitude: 30, longitude: 0 };
  const source = await sourceOf("dynamical-aifs", { leads: hours(0, 48, 6), fields: { [FLUX]: ["W m-2", light] } });
  const archive = openArchive({ sources: [source] });
  const period = { start: FIRST, end: FIRST + 24 * HOUR };
  for (const [interval, frequency] of [
    [3600, "1_hour"],
    [900, "15_minutes"],
  ] as const) {
    const survey = await archive.survey(place, FIRST + 7 * HOUR);
    const made = plan(survey, { purpose: "forecast", period, columns: [GHI as WeatherColumn], interval });
    const { series } = await archive.read(made);
    // The archive invents nothing: the steps are the run's.
    expect([series.interval, ...(series.columns[GHI] as Float64Array).slice(0, 4)]).toEqual([21_600, ...means]);
    const [start, end] = [period.start, period.end].map((time) => new Date(time).toISOString());
    const query = { lat: 30, lon: 0, start, end, frequency, parameters: GHI } as const;
    const values = computeColumns(query, series, { altitude: 0 }).values[GHI] as Float64Array;
    const many = 21_600 / interval;
    expect(values).toHaveLength(4 * many);
    for (const [k, mean] of means.slice(0, 3).entries()) {
      const own = values.slice(k * many, (k + 1) * many);
      expect(own.reduce((sum, one) => sum + one, 0) / many).toBeCloseTo(mean, 1);
      expect(new Set(own).size).toBeGreaterThan(many / 4);
    }
  }
});
