/** NetCDF and HDF5 files, read as netCDF4 and h5py read them. The package as it is built: HDF5 runs in a thread of it. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type NetcdfOptions, netcdfSource } from "irradiance-archive";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture } from "./fixture.mjs";
import { GHI } from "./made.js";
import { ALWAYS, columnsOf, type ExpectedColumns, onDisk, type Stores, use } from "./replicas.js";

interface Expected {
  readonly store: string;
  readonly location: string;
  readonly options: Partial<NetcdfOptions>;
  readonly place: readonly [number, number];
  readonly cell: readonly [number, number];
  readonly step: number;
  readonly columns: ExpectedColumns;
}

const STORES = fixture<Stores>("netcdf.json.gz");
const EXPECTED = fixture<Expected[]>("netcdf-expected.json.gz");

let folder: string;

beforeAll(async () => {
  folder = await onDisk(STORES);
});

afterAll(() => rm(folder, { recursive: true }));

describe.each([...new Set(EXPECTED.map(({ store }) => store))])("%s", (store) => {
  it("is what netCDF4 and h5py read, to the last bit", async () => {
    const all = EXPECTED.filter((one) => one.store === store);
    const source = netcdfSource({ location: join(folder, store, all[0]!.location), ...all[0]!.options });
    for (const expected of all) {
      const [latitude, longitude] = expected.place;
      const offers = await source.offer({ latitude, longitude }, 0);
      expect(offers).toHaveLength(1);
      const [offer] = offers;
      expect([offer!.cell.latitude, offer!.cell.longitude]).toEqual(expected.cell);
      expect(offer!.interval).toBe(expected.step);
      expect([...offer!.columns].sort()).toEqual(Object.keys(expected.columns).sort());
      const parts = await source.read(offer!, { latitude, longitude }, ALWAYS, offer!.columns, use());
      expect(columnsOf(parts)).toEqual(expected.columns);
    }
    await source.close();
  });
});

it("times of the NSRDB without a zone are in UTC, wherever the reader is", async () => {
  const [[name, content]] = Object.entries(STORES.nsrdb!) as [[string, string]];
  const text = Buffer.from(content, "base64").toString("latin1");
  const stripped = text.replaceAll(/(\d\d:\d\d:\d\d)\+00:00/g, "$1\0\0\0\0\0\0");
  expect(stripped).not.toBe(text);
  const path = join(folder, `without-zone-${name}`);
  await writeFile(path, Buffer.from(stripped, "latin1"));
  const before = process.env.TZ;
  process.env.TZ = "America/Denver";
  try {
    const source = netcdfSource({ location: path, product: "nsrdb" });
    const [offer] = await source.offer({ latitude: 48, longitude: 8 }, 0);
    expect(new Date(offer!.first).toISOString()).toMatch(/^2020-0(7-01T00|6-30T23):/);
    await source.close();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

it("what was never written is missing, and not what happens to be in memory", async () => {
  const source = netcdfSource({ location: join(folder, "never-written"), product: "era5" });
  const place = { latitude: 48, longitude: 8 };
  const [offer] = await source.offer(place, 0);
  const columns = columnsOf(await source.read(offer!, place, ALWAYS, offer!.columns, use()));
  const halves = (value: number) => [...Array(12).fill(null), ...Array(12).fill(value)];
  expect(columns[GHI]!.values).toEqual(halves(1));
  // A value that looks like the mark that memory is filled with.
  expect(columns.pressure!.values).toEqual(halves(0xa5a5));
  await source.close();
});

describe("a file is refused, with the reason,", () => {
  it.each([
    ["blosc2", /ssrd: it is compressed with blosc2; deflate, shuffle, .*, bitshuffle and zstd are read/],
    ["virtual", /ssrd: its values are in other files, which is not supported/],
    ["string", /ssrd: its values are not numbers of a supported type/],
    ["link", /it has none of the variables/],
  ])("if it is one of %s", async (name, message) => {
    const source = netcdfSource({ location: join(folder, "refused", `${name}.nc`), product: "era5" });
    await expect(source.offer({ latitude: 48, longitude: 8 }, 0)).rejects.toThrow(message);
    await source.close();
  });

  it("if its values lie in another file: what happens to be in memory is no value", async () => {
    const source = netcdfSource({ location: join(folder, "refused", "external.nc"), product: "era5" });
    const place = { latitude: 48, longitude: 8 };
    const [offer] = await source.offer(place, 0);
    await expect(source.read(offer!, place, ALWAYS, offer!.columns, use())).rejects.toThrow(/ssrd is damaged: /);
    await source.close();
  });
});
