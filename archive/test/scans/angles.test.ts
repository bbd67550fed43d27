/** A stack of a satellite's maps on its own grid, read as any other file of the CF conventions: cells at pyproj's places. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import h5wasm from "h5wasm";
import { netcdfSource } from "irradiance-archive";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../src/budget.js";
import type { GeostationaryView } from "../../src/cf/geostationary.js";
import { budgetOf, zarrSource } from "../../src/index.js";
import { fixture } from "../fixture.mjs";
import { folderOfFile } from "../folder.js";
import { GHI } from "../made.js";
import { type StoredArray, writeStore } from "../zarr-store.js";

type Row = readonly [number, number, number | null, number | null];
const { positions } = fixture("scans.json.gz") as {
  positions: readonly { view: GeostationaryView; inverse: readonly Row[] }[];
};

const START = Date.UTC(2026, 8, 20, 12);
const STEP = 56e-6;
/** Rows and columns of the small map around an angle. */
const AROUND = [-2, -1, 0, 1, 2];
const folder = folderOfFile();
let count = 0;

/** Four maps around an angle, each value 100 × time + 10 × row + column. */
function maps(
  { height, semiMajor, semiMinor, longitude, sweep }: GeostationaryView,
  x: number,
  y: number,
  unit = "rad",
) {
  const factor = unit === "rad" ? 1 : unit === "m" ? height : 1e6;
  const angles = (first: number, sign: number) => AROUND.map((k) => (first + sign * k * STEP) * factor);
  const axis = (name: string, values: readonly number[]): StoredArray => ({
    dimensions: [name],
    shape: [values.length],
    values,
    attributes: { units: unit, standard_name: `projection_${name}_coordinate` },
  });
  return {
    time: {
      dimensions: ["time"],
      shape: [4],
      values: [0, 600, 1200, 1800],
      attributes: { units: "seconds since 2026-09-20 12:00:00" },
    },
    y: axis("y", angles(y, -1)),
    x: axis("x", angles(x, 1)),
    projection: {
      dimensions: [],
      shape: [],
      values: [0],
      attributes: {
        grid_mapping_name: "geostationary",
        perspective_point_height: height,
        semi_major_axis: semiMajor,
        semi_minor_axis: semiMinor,
        longitude_of_projection_origin: longitude,
        sweep_angle_axis: sweep,
      },
    },
    DSR: {
      dimensions: ["time", "y", "x"],
      shape: [4, 5, 5],
      values: Array.from(
        { length: 100 },
        (_, k) => 1000 * Math.floor(k / 25) * 0.1 + 10 * (Math.floor(k / 5) % 5) + (k % 5),
      ),
      attributes: { units: "W m-2", grid_mapping: "projection" },
    },
  } satisfies Record<string, StoredArray>;
}

async function sourceOf(arrays: Record<string, StoredArray>) {
  const location = await writeStore(join(folder, `${count++}`), arrays);
  return zarrSource({
    location,
    variables: { DSR: { column: GHI, is: "instant" } },
    ...{ dataset: "stack", class: "satellite", licence: "none" },
  });
}

describe.each(positions)("maps of a satellite over $view.longitude°, sweep $view.sweep", ({ view, inverse }) => {
  const seen = inverse.filter(([x, y, latitude]) => latitude !== null && Math.hypot(x, y) < 0.15).slice(0, 12);

  it.each(["rad", "m", "microradian"])("have pyproj's places, angles in %s", async (unit) => {
    for (const [x, y, latitude, longitude] of seen) {
      const source = await sourceOf(maps(view, x, y, unit));
      const place = { latitude: latitude!, longitude: longitude! };
      const [offer] = await source.offer(place, START);
      expect(offer!.cell.latitude).toBeCloseTo(latitude!, 6);
      expect(offer!.cell.longitude).toBeCloseTo(longitude!, 6);
      const use = { signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) };
      const [part] = await source.read(offer!, place, { start: START, end: START + 3_600_000 }, [GHI], use);
      expect(part!.series.columns[GHI]).toEqual(Float64Array.of(22, 122, 222, 322));
      await source.close();
    }
  });

  it("have none of a place that is beside them, or on the far side", async () => {
    const source = await sourceOf(maps(view, 0, 0));
    const near = { latitude: 0, longitude: view.longitude > 180 ? view.longitude - 360 : view.longitude };
    expect(await source.offer(near, START)).toHaveLength(1);
    expect(await source.offer({ ...near, latitude: 10 }, START)).toEqual([]);
    const far = near.longitude > 0 ? near.longitude - 180 : near.longitude + 180;
    expect(await source.offer({ latitude: 0, longitude: far }, START)).toEqual([]);
    await source.close();
  });
});

it("a map whose angles have another unit is refused, naming it", async () => {
  const arrays = maps(positions[0]!.view, 0, 0);
  const x = { ...arrays.x, attributes: { ...arrays.x.attributes, units: "furlong" } };
  const source = await sourceOf({ ...arrays, x });
  await expect(source.offer({ latitude: 0, longitude: -75.2 }, START)).rejects.toThrow(
    /x must be in rad or m, got "furlong"/,
  );
  await source.close();
});

type Maps = Readonly<Record<string, StoredArray & { readonly isText?: boolean }>>;

describe("files of maps one after the other", () => {
  const { view } = positions[0]!;

  /** The same maps from other times on. */
  function later(arrays: Record<string, StoredArray>, seconds: number): Record<string, StoredArray> {
    const { time } = arrays;
    return { ...arrays, time: { ...time!, values: Array.from(time!.values, (value) => value + seconds) } };
  }

  async function folderOf(...files: readonly Maps[]) {
    const location = join(folder, `${count++}`);
    await mkdir(location);
    for (const [k, arrays] of files.entries()) await writeFile(join(location, `${k}.nc`), await hdf5Of(arrays));
    const source = netcdfSource({
      location,
      variables: { DSR: { column: GHI, is: "instant" } },
      ...{ dataset: "stack", class: "satellite", licence: "none" },
    });
    return source.offer({ latitude: 0, longitude: view.longitude }, START).finally(() => source.close());
  }

  it("are one, where the satellite and its grid are the same", async () => {
    const arrays = maps(view, 0, 0);
    const [offer] = await folderOf(arrays, later(arrays, 2400));
    expect([offer!.first, offer!.last - offer!.first]).toEqual([START - 300_000, 8 * 600_000]);
  });

  it("may have a grid mapping of any type: it has attributes only", async () => {
    expect(
      await folderOf({ ...maps(view, 0, 0), projection: { ...maps(view, 0, 0).projection, isText: true } }),
    ).toHaveLength(1);
  });

  it("are refused, where the satellite has moved, or its grid has", async () => {
    const arrays = maps(view, 0, 0);
    await expect(folderOf(arrays, later(maps(view, STEP, 0), 2400))).rejects.toThrow(
      /1\.nc.*its x differs from .*0\.nc/,
    );
    const east = maps({ ...view, longitude: view.longitude + 0.2 }, 0, 0);
    await expect(folderOf(arrays, later(east, 2400))).rejects.toThrow(/1\.nc.*its projection differs from .*0\.nc/);
  });
});

async function hdf5Of(arrays: Maps): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File("maps.nc", "w");
  for (const [name, { dimensions, shape, values, attributes, isText = false }] of Object.entries(arrays)) {
    const one = isText
      ? file.create_dataset({ name, data: "", shape: [], dtype: "S1" })
      : file.create_dataset({ name, data: Array.from(values), shape: [...shape], dtype: "<f8" });
    for (const [key, value] of Object.entries(attributes ?? {})) one.create_attribute(key, value as string | number);
    if (dimensions[0] === name) one.make_scale(name);
    else for (const [k, dimension] of dimensions.entries()) one.attach_scale(k, `/${dimension}`);
  }
  file.close();
  return FS.readFile("maps.nc") as Uint8Array;
}
