import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OwnVariable } from "../src/cf/options.js";
import { budgetOf, zarrSource } from "../src/index.js";
import { folderOfFile } from "./folder.js";
import { type StoredArray, writeStore } from "./zarr-store.js";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 5, 1);
const HOURS = 240;
const YEAR = 8760;
const CELLS = 20;
const PLACES = [...Array(CELLS).keys()].map((k) => ({
  latitude: 50 - 0.5 * Math.floor(k / 5),
  longitude: 8 + 0.5 * (k % 5),
}));

const folder = folderOfFile();

/** W/m², mean of the hour that ends at START + (h + 1) hours; days begin dark. */
const truth = (h: number, cell: number) =>
  Math.max(0, Math.sin(((h % 24) / 12 - 0.5) * Math.PI)) * (300 + 20 * cell + 137 * ((h * 7 + cell) % 5));

/** The value of a time `h` hours after START, since the hour that `startOf` names. */
const since = (startOf: (h: number) => number, isMean: boolean) => (h: number, cell: number) => {
  const start = startOf(h);
  let sum = 0;
  for (let hour = start; hour < h; hour++) sum += truth(hour, cell);
  return isMean ? sum / Math.max(1, h - start) : sum * 3600;
};
const spellsOf = (hours: number) => (h: number) => Math.floor((h - 1) / hours) * hours;

interface Written {
  readonly value: (h: number, cell: number) => number;
  readonly from?: number;
  readonly without?: (h: number) => boolean;
  readonly scale?: number;
  readonly count?: number;
}

let stores = 0;
/** @param from hours after START of the first time */
async function written(
  { value, from = 1, without = () => false, scale, count = HOURS }: Written,
  units: string,
): Promise<string> {
  const hours = [...Array(count + 1 - from).keys()].map((k) => k + from).filter((h) => !without(h));
  const values = hours.flatMap((h) => PLACES.map((_, cell) => value(h, cell)));
  const packing = scale === undefined ? {} : { scale_factor: scale, add_offset: scale * 32_000 };
  const array: StoredArray = {
    dimensions: ["time", "latitude", "longitude"],
    shape: [hours.length, 4, 5],
    values: scale === undefined ? values : values.map((one) => Math.round(one / scale) - 32_000),
    type: scale === undefined ? "float64" : "int16",
    attributes: { units, ...packing },
  };
  const axis = (name: string, own: readonly number[], unit: string): StoredArray => ({
    dimensions: [name],
    shape: [own.length],
    values: own,
    attributes: { units: unit },
  });
  return writeStore(join(folder, `${stores++}`), {
    ssrd: array,
    time: axis("time", hours, "hours since 2024-06-01"),
    latitude: axis("latitude", [50, 49.5, 49, 48.5], "degrees_north"),
    longitude: axis("longitude", [8, 8.5, 9, 9.5, 10], "degrees_east"),
  });
}

type Meant = Omit<OwnVariable, "column"> | "era5-land" | "era5-land-timeseries";

/** Means of the hours [0, HOURS) after START at a cell. */
async function readAt(location: string, meant: Meant, cell: number, hours = HOURS): Promise<(number | undefined)[]> {
  const about = { dataset: "model", class: "reanalysis", licence: "none" } as const;
  const options =
    typeof meant === "string"
      ? ({ product: meant } as const)
      : { ...about, variables: { ssrd: { column: "global_horizontal_irradiance", ...meant } as OwnVariable } };
  const source = zarrSource({ location, landOnly: false, ...options });
  const place = PLACES[cell]!;
  const [offer] = await source.offer(place, START);
  const period = { start: START, end: START + hours * HOUR };
  const use = { signal: new AbortController().signal, budget: budgetOf({ files: 100, bytes: 1e8, values: 1e6 }) };
  const parts = await source.read(offer!, place, period, ["global_horizontal_irradiance"], use);
  await source.close();
  const found = new Array<number | undefined>(hours).fill(undefined);
  for (const { series } of parts) {
    Array.from(series.columns.global_horizontal_irradiance!).forEach((value, k) => {
      const at = ((series.start as number) - START) / HOUR + k;
      if (at >= 0 && at < hours) found[at] = value as number;
    });
  }
  return found;
}

async function expectTruth(
  location: string,
  meant: Meant,
  within: number,
  isLost = (_: number) => false,
  count = HOURS,
) {
  for (let cell = 0; cell < CELLS; cell++) {
    const found = await readAt(location, meant, cell, count);
    const off = found.map((value, h) => (isLost(h) ? 0 : Math.abs((value ?? Number.NaN) - truth(h, cell))));
    expect(off.filter((one) => !(one <= within))).toEqual([]);
  }
}

describe("one truth, written as", () => {
  const midnight = spellsOf(24);

  it("sums since midnight and as hourly sums: equal years at 20 cells", async () => {
    const nothing = () => false;
    const sums = await written({ value: since(midnight, false), count: YEAR }, "J m**-2");
    await expectTruth(sums, "era5-land", 1e-6, nothing, YEAR);
    const hourly = (h: number, cell: number) => truth(h - 1, cell) * 3600;
    const hours = await written({ value: hourly, count: YEAR }, "J m**-2");
    await expectTruth(hours, "era5-land-timeseries", 1e-6, nothing, YEAR);
  });

  it("sums since midnight, packed: within the packing, and no light below 0", async () => {
    const location = await written({ value: since(midnight, false), scale: 610 }, "J m**-2");
    await expectTruth(location, "era5-land", 610 / 3600 + 1e-6);
    expect((await readAt(location, "era5-land", 3)).every((value) => value! >= 0)).toBe(true);
  });

  it("sums since midnight without 00 UTC: the last hour of each day is missing, and nothing else", async () => {
    const location = await written({ value: since(midnight, false), without: (h) => h % 24 === 0 }, "J m**-2");
    await expectTruth(location, "era5-land", 1e-6, (h) => h % 24 === 23);
    expect((await readAt(location, "era5-land", 0))[23]).not.toBeGreaterThan(0);
  });

  it.each([
    ["sum-since-start", false, "J m**-2"],
    ["mean-since-start", true, "W m**-2"],
  ] as const)("%s of a run, from its first hour or from its start on", async (is, isMean, units) => {
    const value = since(() => 0, isMean);
    await expectTruth(await written({ value }, units), { is }, 1e-6);
    await expectTruth(await written({ value, from: 0 }, units), { is, firstLead: 0 }, 1e-6);
  });

  it.each([
    ["sum-since-start", false, "J m**-2"],
    ["mean-since-start", true, "W m**-2"],
  ] as const)("%s that begins anew after six hours", async (is, isMean, units) => {
    await expectTruth(await written({ value: since(spellsOf(6), isMean) }, units), { is, resets: 6 }, 1e-6);
  });

  it("means since the start, packed in 16 bits: within the packing, which grows with the time", async () => {
    const location = await written({ value: since(() => 0, true), scale: 0.01 }, "W m**-2");
    await expectTruth(location, { is: "mean-since-start" }, 0.01 * HOURS);
    expect((await readAt(location, { is: "mean-since-start" }, 7)).every((value) => value! >= 0)).toBe(true);
  });

  it("a run that begins within a step: its first value is of a part of one, and missing", async () => {
    // Since half an hour before the first time, at the middle of whose hour half of its light has come.
    const half = (h: number, cell: number) => since(() => 0, false)(h, cell) - truth(0, cell) * 1800;
    for (const without of [() => false, (h: number) => h === 2]) {
      const meant = { is: "sum-since-start", firstLead: 0.5 } as const;
      const found = await readAt(await written({ value: half, without }, "J m**-2"), meant, 3);
      expect(found[0] ?? Number.NaN).toBeNaN();
      expect(found.slice(3)).toEqual([...Array(HOURS - 3).keys()].map((k) => expect.closeTo(truth(k + 3, 3), 6)));
    }
  });

  it("a sum with a missing step: the two steps after it share what came, the others are right", async () => {
    const location = await written({ value: since(() => 0, false), without: (h) => h === 36 }, "J m**-2");
    const found = await readAt(location, { is: "sum-since-start" }, 2);
    const mean = (truth(35, 2) + truth(36, 2)) / 2;
    expect([found[35], found[36]]).toEqual([expect.closeTo(mean, 6), expect.closeTo(mean, 6)]);
    await expectTruth(location, { is: "sum-since-start" }, 1e-6, (h) => h === 35 || h === 36);
  });

  it("a period that begins within the run: as if read from its start", async () => {
    const location = await written({ value: since(() => 0, true) }, "W m**-2");
    const source = zarrSource({
      location,
      dataset: "model",
      class: "reanalysis",
      licence: "none",
      variables: { ssrd: { column: "global_horizontal_irradiance", is: "mean-since-start" } },
    });
    const place = PLACES[4]!;
    const [offer] = await source.offer(place, START);
    const period = { start: START + 60 * HOUR, end: START + 66 * HOUR };
    const use = { signal: new AbortController().signal, budget: budgetOf({ files: 100, bytes: 1e8, values: 1e6 }) };
    const [part] = await source.read(offer!, place, period, ["global_horizontal_irradiance"], use);
    expect(part!.series.start).toBe(period.start);
    const found = Array.from(part!.series.columns.global_horizontal_irradiance!);
    expect(found).toEqual([60, 61, 62, 63, 64, 65].map((h) => expect.closeTo(truth(h, 4), 6)));
    expect(part!.provenance.corrections).toContain("values since the start of the run split into steps");
    await source.close();
  });
});

describe("what cannot be meant is said", () => {
  const of = (variable: Partial<OwnVariable>) => () =>
    zarrSource({
      location: "/nowhere",
      dataset: "model",
      class: "reanalysis",
      licence: "none",
      variables: { ssrd: { column: "global_horizontal_irradiance", is: "sum-since-start", ...variable } },
    });

  it.each([
    [{ resets: 5 }, /variables\.ssrd\.resets must be hours that divide a day, such as 6, got 5/],
    [{ firstLead: -1 }, /variables\.ssrd\.firstLead must be 0 hours or more, got -1/],
    [{ label: "start" }, /variables\.ssrd\.label must be one of end, got start/],
    [
      { is: "mean", label: "end", resets: 6 },
      /variables\.ssrd\.resets is for sum-since-start and mean-since-start, got it with mean/,
    ],
  ] as const)("%j", (variable, message) => {
    expect(of(variable)).toThrow(message);
  });

  it("a sum since the start in W/m²", async () => {
    const location = await written({ value: truth }, "W m**-2");
    const read = readAt(location, { is: "sum-since-start" }, 0);
    await expect(read).rejects.toThrow(/its unit W m\*\*-2 is no energy.*"mean-since-start"/);
  });
});
