/** NetCDF and HDF5 files, read as netCDF4 and h5py read them. The package as it is built: HDF5 runs in a thread of it. */
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { budgetOf, DEFAULT_LIMITS, type NetcdfOptions, netcdfSource, type Part } from "irradiance-archive";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GHI } from "./made.js";

interface Expected {
  readonly store: string;
  readonly location: string;
  readonly options: Partial<NetcdfOptions>;
  readonly place: readonly [number, number];
  readonly cell: readonly [number, number];
  readonly step: number;
  readonly columns: {
    readonly [name: string]: {
      readonly start: number;
      readonly sampling: "mean" | "instant";
      readonly values: readonly (number | null)[];
    };
  };
}

function fixture<T>(name: string): T {
  return JSON.parse(gunzipSync(readFileSync(new URL(`fixtures/${name}`, import.meta.url))).toString("utf8"));
}

const STORES = fixture<{ [store: string]: { [path: string]: string } }>("netcdf.json.gz");
const EXPECTED = fixture<Expected[]>("netcdf-expected.json.gz");
const ALWAYS = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2030, 0, 1) };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-netcdf-"));
  for (const [store, files] of Object.entries(STORES)) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, store, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(content, "base64"));
    }
  }
});

afterAll(() => rm(folder, { recursive: true }));

const use = () => ({ signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) });

function columnsOf(parts: readonly Part[]) {
  return Object.fromEntries(
    parts.flatMap(({ series }) =>
      Object.entries(series.columns).map(([name, values]) => [
        name,
        {
          start: series.start,
          sampling: series.sampling ?? "mean",
          values: [...(values as Float64Array)].map((v) => (Number.isNaN(v) ? null : v)),
        },
      ]),
    ),
  );
}

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
