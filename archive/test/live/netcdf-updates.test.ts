/** NetCDF of stations, of grids and of scans as updates of a live store: as netCDF4 decodes them, and what does not fit refused. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import h5wasm from "h5wasm";
import {
  type LiveStoreOptions,
  type LiveUpdate,
  type ReadUpdatesOptions,
  readUpdates,
} from "irradiance-archive/internal/server";
import { describe, expect, it } from "vitest";
import { clearSkyAt } from "../../../src/physics/sky/clear-sky.js";
import { describe as described } from "../../src/live/manifest.js";
import { fixture } from "../fixture.mjs";
import { folder, GHI, OPTIONS } from "./made.js";

interface File {
  readonly name: string;
  readonly file: string;
}
interface Update extends File {
  readonly columns: Readonly<Record<string, readonly (number | null)[]>> | null;
}

const { updates, scans } = fixture("scans.json.gz") as { updates: readonly Update[]; scans: readonly File[] };
const NOON = Date.UTC(2026, 5, 21, 12);
const LATER = Date.UTC(2026, 8, 21);

async function ingested(
  { name, file }: File,
  store: Partial<LiveStoreOptions> = {},
  options: ReadUpdatesOptions = {},
): Promise<LiveUpdate[]> {
  const path = join(folder(), name);
  writeFileSync(path, Buffer.from(file, "base64"));
  const found: LiveUpdate[] = [];
  const description = described({ ...OPTIONS, ...store });
  for await (const batch of readUpdates(path, description, { now: LATER, ...options })) found.push(...batch);
  return found;
}

const named = (name: string) => [...updates, ...scans].find((one) => one.name.startsWith(name))!;

/** Three times of two stations; `columns` values, from 0 on, for each time. */
async function stations(variables: readonly Readonly<Record<string, string>>[], columns = 2): Promise<File> {
  const { FS } = await h5wasm.ready;
  const made = new h5wasm.File("made.nc", "w");
  const coordinates: [string, number[], string][] = [
    ["time", [0, 900, 1800], "seconds since 2026-06-21 12:00:00"],
    ["lat", [40, 41], "degrees_north"],
    ["lon", [8, 9], "degrees_east"],
  ];
  for (const [name, data, units] of coordinates) {
    const one = made.create_dataset({ name, data, dtype: "<f8" });
    one.create_attribute("units", units);
    if (name === "lon") one.attach_scale(0, "/lat");
    else one.make_scale(name);
  }
  const data = Array.from({ length: 3 * columns }, (_, k) => k);
  for (const { name, ...attributes } of variables) {
    const one = made.create_dataset({ name: name!, data, shape: [3, columns], dtype: "<f4" });
    for (const [key, value] of Object.entries(attributes)) one.create_attribute(key, value);
    one.attach_scale(0, "/time");
    one.attach_scale(1, "/lat");
  }
  made.close();
  return { name: "made.nc", file: Buffer.from(FS.readFile("made.nc")).toString("base64") };
}

describe.each(updates.filter(({ columns }) => columns !== null))("$name", (one) => {
  it("becomes one update with every value that netCDF4 decodes, and none where a time is missing", async () => {
    const [update, ...others] = await ingested(one);
    expect(others).toEqual([]);
    expect(update!.start).toBe(NOON);
    expect(update!.places[0]).toEqual({ latitude: 40, longitude: -10 });
    expect(update!.places.at(-1)!.latitude).toBe(40.5);
    for (const [column, expected] of Object.entries(one.columns!)) {
      const values = Array.from(update!.columns[column as typeof GHI]!, Number);
      expect(values.length).toBe(expected.length);
      const isSame = (value: number, wanted: number | null) =>
        wanted === null ? Number.isNaN(value) : Math.abs(value - wanted) < 5e-5;
      expect(values.findIndex((value, k) => !isSame(value, expected[k]!))).toBe(-1);
    }
  });
});

describe("times", () => {
  it("are starts, unless the label says otherwise; and of a zone, if that is said", async () => {
    const startOf = async (options: ReadUpdatesOptions) =>
      (await ingested(named("stations.nc"), {}, options))[0]!.start;
    expect(await startOf({ label: "end" })).toBe(NOON - 900_000);
    expect(await startOf({ timeOffset: 2 })).toBe(NOON - 7_200_000);
    await expect(startOf({ label: "center" })).rejects.toThrow(
      /times must be multiples of the store's step 900 s, got /,
    );
  });
});

describe("refused", () => {
  it("is a region of too many cells, with the way that it can go", async () => {
    await expect(ingested(named("region.nc"))).rejects.toThrow(
      /region\.nc: it has 22500 cells, more than the 20000 of one update: .* irradiance-server weather follow/,
    );
  });

  it("is a file with none of the store's columns, or a column in another unit", async () => {
    await expect(ingested(named("grid.nc"), { columns: ["wind_speed"] })).rejects.toThrow(
      /grid\.nc: it must have variables with the names of the store's columns \(wind_speed\)/,
    );
    const text = Buffer.from(named("stations-3.nc").file, "base64").toString("latin1").replace("W m-2", "m s-1");
    const strange = { name: "strange.nc", file: Buffer.from(text, "latin1").toString("base64") };
    await expect(ingested(strange)).rejects.toThrow(
      'strange.nc: rsds must have units of global_horizontal_irradiance, got "m s-1"',
    );
  });

  it("is an array that is not as long as its coordinates: HDF5 has them by name only", async () => {
    await expect(ingested(await stations([{ name: GHI, units: "W m-2" }], 3))).rejects.toThrow(
      `made.nc: ${GHI} must have 2 values along lat, as its coordinate has, got 3`,
    );
  });

  it("is a file with two variables of one meaning, unless one has the column's name", async () => {
    const [low, high] = ["tas", "ta10"].map((name) => ({ name, standard_name: "air_temperature", units: "K" }));
    const light = { name: GHI, units: "W m-2" };
    await expect(ingested(await stations([light, low!, high!]))).rejects.toThrow(
      "made.nc: it must have one variable of temperature, got ta10, tas: name the right one temperature",
    );
    const [update] = await ingested(await stations([light, { ...low!, name: "temperature" }, high!]));
    expect(update!.columns.temperature![0]).toBeCloseTo(-273.15, 9);
  });

  it("is a file that is cut off", async () => {
    for (const name of ["stations.nc", "stations-3.nc"]) {
      const bytes = Buffer.from(named(name).file, "base64");
      const cut = { name, file: bytes.subarray(0, bytes.length >> 1).toString("base64") };
      await expect(ingested(cut)).rejects.toThrow(name);
    }
  });
});

describe("a scan", () => {
  const INSTANTS = { sampling: "instant", interval: 600, columns: [GHI] } as const;

  it("of few cells has each value at the scan's own time, by the clear sky", async () => {
    for (const name of ["SISin202609201200EAv4.nc", "SISin202609201200EAv4.nc.bz2", "OR_ABI-L2-DSRF-M6_G19"]) {
      const [update] = await ingested(named(name), INSTANTS);
      expect(update!.start % 600_000).toBe(0);
      expect(update!.places.length).toBeGreaterThan(500);
      const errors = update!.places.map((place, k) => {
        const { zenith } = clearSkyAt(Float64Array.of(update!.start), place);
        const height = Math.cos((zenith[0]! * Math.PI) / 180);
        // The light of the replicas (Haurwitz) at the scan's time: they have it at the time of each line, up to 9.5 minutes later, up to 6 % apart.
        const truth = 1098 * height * Math.exp(-0.059 / height);
        return height > 0.5 ? Math.abs(Number(update!.columns[GHI]![k]) / truth - 1) : 0;
      });
      expect(Math.max(...errors)).toBeLessThan(0.01);
    }
  });

  it("needs a store of instants, with its column, and must not be from the future", async () => {
    const scan = named("SISin202609201200EAv4.nc");
    await expect(ingested(scan, { columns: [GHI] })).rejects.toThrow(
      "a scan needs a store of instants (--sampling instant)",
    );
    await expect(ingested(scan, { ...INSTANTS, columns: ["temperature"] })).rejects.toThrow(
      `the store must have the column ${GHI}`,
    );
    await expect(ingested(named("OR_ABI-L2-DSRF-M6_G19"), { ...INSTANTS, interval: 1200 })).resolves.toHaveLength(1);
    await expect(ingested(scan, { ...INSTANTS, interval: 86_400 })).rejects.toThrow(
      "the time of a scan must be a multiple of the store's step 86400 s, got 2026-09-20T12:00:00.000Z",
    );
    await expect(ingested(scan, INSTANTS, { now: Date.UTC(2026, 8, 20, 10) })).rejects.toThrow(/in the future/);
  });
});
