/** Single scans of satellites: values as netCDF4 decodes them, lines at their own times, and what is no such scan refused. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ArchiveError, type Offer, openArchive, scanReader, type WeatherSource } from "irradiance-archive";
import { cellSeries, type Scan, type ScanOptions, type ScanProductName } from "irradiance-archive/internal/server";
import { afterAll, describe, expect, it } from "vitest";
import { fixture } from "../fixture.mjs";
import { folderOfFile } from "../folder.js";
import { GHI } from "../made.js";
import { damageScans } from "./damage-scans.mjs";

interface Replica {
  readonly product: ScanProductName;
  readonly name: string;
  /** Float32, packed, in base64. */
  readonly values: string;
  readonly file: string;
}

interface CellDay {
  readonly latitude: number;
  readonly longitude: number;
  readonly values: readonly number[];
  readonly truth: readonly number[];
}

const { scans, days, start } = fixture("scans.json.gz") as {
  scans: readonly Replica[];
  days: Readonly<Record<string, readonly CellDay[]>>;
  start: number;
};

const NOW = Date.UTC(2026, 8, 21);
const STEP = 600_000;
const reader = scanReader();
afterAll(() => reader.close());

const bytesOf = ({ file }: Replica) => Buffer.from(file, "base64");
const read = (one: Replica, changes: Partial<ScanOptions & { name: string }> = {}) =>
  reader.read(bytesOf(one), one.product, { now: NOW, name: one.name, ...changes });
const named = (part: string) => scans.find(({ name }) => name.includes(part))!;

/** A replica with other bytes in place of some text of the same length. */
function altered(one: Replica, from: string, to: string): Replica {
  const text = bytesOf(one).toString("latin1");
  expect(text).toContain(from);
  return { ...one, file: Buffer.from(text.replaceAll(from, to), "latin1").toString("base64") };
}

describe.each(scans)("$name", (one) => {
  it("has the values that netCDF4 decodes", async () => {
    const scan = await read(one);
    const expected = new Float32Array(new Uint8Array(gunzipSync(Buffer.from(one.values, "base64"))).buffer);
    const [values] = Object.values(scan.columns);
    expect(values!.filter((value) => value > 0).length).toBeGreaterThan(expected.length / 5);
    expect(values!.some((value) => value > 900)).toBe(!one.name.startsWith("SID"));
    expect(values).toEqual(expected);
  });

  it("has the cells of an area at the same places, times and values", async () => {
    const whole = await read(one);
    const [south, west] = one.product === "goes" ? [-20, -100] : [10, 0];
    const part = await read(one, { area: { south, west, north: south + 30, east: west + 30 } });
    expect(part.grid.rows * part.grid.columns).toBeLessThan((whole.grid.rows * whole.grid.columns) / 3);
    const [all, own] = [whole, part].map(({ columns }) => Object.values(columns)[0]!) as [Float32Array, Float32Array];
    for (let cell = 0; cell < own.length; cell++) {
      const place = part.grid.placeOf(cell);
      // Beside the Earth.
      if (place === undefined) continue;
      const same = whole.grid.cellAt(place.latitude, place.longitude)!;
      expect(own[cell]).toBe(all[same]);
      expect(timeOf(part, cell)).toBe(timeOf(whole, same));
    }
  });
});

function timeOf({ grid, lineTimes }: Scan, cell: number): number {
  return lineTimes[Math.floor(cell / grid.columns)]!;
}

describe("the lines of a scan", () => {
  it("run from north to south within the time bounds of GOES", async () => {
    const { lineTimes, start: nominal, satellite } = await read(named("_G19_"));
    const begin = Date.UTC(2026, 8, 20, 17, 0, 20, 400);
    expect([lineTimes[0], lineTimes.at(-1), nominal]).toEqual([begin, begin + 571_000, Date.UTC(2026, 8, 20, 17)]);
    expect(satellite).toBe("GOES-19");
    expect(lineTimes.every((time, k) => k === 0 || time > lineTimes[k - 1]!)).toBe(true);
  });

  it("run from south to north of Meteosat, each at the angle under which it is seen", async () => {
    const scan = await read(named("SISin"));
    const lag = (latitude: number) => (timeOf(scan, scan.grid.cellAt(latitude, 20)!) - scan.start) / 1000;
    // The row nearest to the equator is that of 0.5° S.
    expect(lag(0)).toBeGreaterThan(280);
    expect(lag(0)).toBeLessThan(285);
    expect(lag(-37.5)).toBeGreaterThan(60);
    expect(lag(50)).toBeGreaterThan(500);
    expect(lag(64.5)).toBeLessThan(570);
  });

  it("are moved by timeShift", async () => {
    const [before, after] = await Promise.all([read(scans[0]!), read(scans[0]!, { timeShift: -90 })]);
    expect(after.lineTimes).toEqual(before.lineTimes.map((time) => time - 90_000));
    await expect(read(scans[0]!, { timeShift: Number.NaN })).rejects.toThrow("timeShift must be seconds, got NaN");
  });
});

it("options that cannot be are refused, naming them", async () => {
  const scan = scans[0]!;
  await expect(read(scan, { now: undefined as unknown as number })).rejects.toThrow(
    "now must be Unix ms, got undefined",
  );
  await expect(read(scan, { quality: "best" as "good" })).rejects.toThrow(
    'quality must be "good" or "degraded", got "best"',
  );
  await expect(read({ ...scan, product: "sarah" as "goes" })).rejects.toThrow(
    "product must be dwd-sis or goes, got sarah",
  );
});

describe("flags", () => {
  it("warn of low sun, and take those values out where only good ones are wanted", async () => {
    const [all, good] = await Promise.all([read(scans[0]!), read(scans[0]!, { quality: "good" })]);
    const count = ({ columns }: Scan) => columns[GHI]!.filter((value) => !Number.isNaN(value)).length;
    expect(count(good)).toBeLessThan(count(all));
    expect(count(good)).toBeGreaterThan(count(all) / 2);
    expect(all.notices).toEqual([
      expect.stringMatching(/^\d+ % of its values are flagged degraded_quality_or_invalid_qf$/),
    ]);
    expect(good.notices).toEqual([]);
  });

  it("without meanings are refused", async () => {
    const strange = altered(scans[0]!, "flag_meanings", "flag_opinions");
    await expect(read(strange)).rejects.toThrow(/the flags of DSR: .*no flag_values and flag_meanings/);
  });
});

describe("refused", () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => "read",
      (error) => {
        expect(error).toBeInstanceOf(ArchiveError);
        expect((error as ArchiveError).code).toBe("ERR_ARCHIVE_UNREADABLE");
        return (error as Error).message;
      },
    );

  it("is a scan of another satellite, by what is asked for, and by its own name", async () => {
    expect(await refusal(read(named("_G19_"), { satellite: "GOES-18" }))).toMatch(
      /it is of GOES-19, and must be of GOES-18$/,
    );
    expect(await refusal(read(named("_G19_"), { name: named("_G18_").name }))).toMatch(
      /by its name it is of G18, and in it stands G19$/,
    );
  });

  it("is a scan that begins more than a minute from now, by which clocks may differ", async () => {
    const begin = Date.UTC(2026, 8, 20, 17, 0, 20, 400);
    const readAt = (now: number) => refusal(read(named("_G19_"), { now }));
    expect(await readAt(begin - 60_000)).toBe("read");
    expect(await readAt(begin - 60_001)).toMatch(
      /its scan begins at 2026-09-20T17:00:20.400Z, in the future: it is 2026-09-20T16:59:20.399Z$/,
    );
  });

  it("is another product, by its name and by what is in it", async () => {
    const goes = named("_G19_");
    expect(await refusal(read(goes, { name: goes.name.replace("DSRF", "DSRC") }))).toMatch(
      /ABI-L2-DSRC, and must be ABI-L2-DSRF/,
    );
    expect(await refusal(read({ ...goes, product: "dwd-sis" }))).toMatch(
      /a file of DWD's SIS or SID must have SIS or SID, got /,
    );
    expect(await refusal(read({ ...named("SISin"), product: "goes" }))).toMatch(/must have DSR, got /);
    expect(await refusal(read(named("SISin"), { name: "SISin202609201200DEv3.nc" }))).toMatch(/another product of DWD/);
    expect(await refusal(read(named("SISin"), { name: "SISin202609201210EAv4.nc" }))).toMatch(
      /began at 2026-09-20T12:10:00.000Z, and in it stands 2026-09-20T12:00:00.000Z$/,
    );
    expect(await refusal(read(named("SISin"), { name: "SIDin202609201200EAv4.nc" }))).toMatch(/must have SID, got /);
    const later = goes.name.replace("_s202626317", "_s202626318");
    expect(await refusal(read(goes, { name: later }))).toMatch(/began at 2026-09-20T18:00:20.400Z, and in it stands /);
  });

  it("is a file that is torn, packed or not, or is not there", async () => {
    const goes = named("_G19_");
    const whole = bytesOf(goes);
    const half = { ...goes, file: whole.subarray(0, whole.length >> 1).toString("base64") };
    expect(await refusal(read(half))).toContain(goes.name);
    expect(await refusal(read({ ...goes, file: "" }))).toContain(goes.name);
    const packed = { ...goes, file: Buffer.from("BZh91AY&SY torn").toString("base64") };
    expect(await refusal(read(packed))).toContain(goes.name);
    expect(await refusal(reader.read("/nowhere/a.nc", "goes", { now: NOW }))).toMatch(
      /\/nowhere\/a\.nc cannot be read/,
    );
    expect(await refusal(reader.read("/nowhere/a.nc.bz2", "goes", { now: NOW }))).toMatch(
      /\/nowhere\/a\.nc\.bz2 cannot be read/,
    );
  });

  it("is an area without cells", async () => {
    const area = { south: 70, west: 0, north: 80, east: 10 };
    expect(await refusal(read(named("SISin"), { area }))).toMatch(/none of its cells is in the area$/);
  });
});

it("damaged, a scan is refused, or its values are those of its bytes: the process lives on", async () => {
  const { failures, refused, read: count } = await damageScans({ scanReader, ArchiveError }, { count: 150, seed: 38 });
  expect(failures).toEqual([]);
  expect(count).toBe(150);
  expect(refused).toBeGreaterThan(60);
});

describe("a scan on the disk", () => {
  const folder = folderOfFile();

  it("is the same as in memory", async () => {
    for (const one of [named("_G18_"), named("SIDin")]) {
      const path = join(folder, one.name);
      await writeFile(path, bytesOf(one));
      const [here, there] = [await reader.read(path, one.product, { now: NOW }), await read(one)];
      expect(here.columns).toEqual(there.columns);
      expect(here.grid.id).toBe(there.grid.id);
      expect(here.lineTimes).toEqual(there.lineTimes);
    }
  });

  it("is unpacked by what is in it, whatever its name says", async () => {
    const [plain, packed] = [named("SISin202609201200EAv4.nc"), scans.find(({ name }) => name.endsWith(".bz2"))!];
    for (const [one, name] of [
      [packed, "SISin202609201200EAv4.nc"],
      [plain, "SISin202609201200EAv4.nc.bz2"],
    ] as const) {
      const path = join(folder, name);
      await writeFile(path, bytesOf(one));
      expect((await reader.read(path, "dwd-sis", { now: NOW })).columns).toEqual((await read(one)).columns);
    }
  });
});

/** A day of scans at one cell as a source: what the folder of scans makes of them. */
function sourceOf({ latitude, longitude, values }: CellDay, lag: number): WeatherSource {
  const starts = values.map((_, k) => start + k * STEP);
  // As satellites have it: nothing of the night.
  const seen = values.map((value) => (value > 0 ? value : Number.NaN));
  const offer: Offer = {
    source: "scans",
    dataset: "day",
    class: "satellite",
    columns: [GHI],
    interval: STEP / 1000,
    first: start,
    last: start + values.length * STEP,
    revision: "1",
    cell: { latitude, longitude, distanceKm: 0 },
    licence: "none",
  };
  const series = cellSeries({ starts, times: starts.map((time) => time + lag), columns: { [GHI]: seen } }, STEP / 1000);
  const { source, dataset, revision, cell, licence } = offer;
  return {
    id: "scans",
    offer: async () => [offer],
    read: async () =>
      series.map((one) => ({
        series: one,
        provenance: {
          ...{ source, dataset, class: "satellite", columns: [GHI], start, end: offer.last, revision, cell, licence },
          ...{ method: "point", corrections: [], synthetic: false },
        },
      })),
    close: async () => {},
  };
}

/** Minutes by which a course is late, and its sum against that of the truth. */
function compared(served: ArrayLike<number>, truth: readonly number[]) {
  let [products, squares, sum, expected, missing] = [0, 0, 0, 0, 0];
  for (let k = 1; k < truth.length - 1; k++) {
    if (Number.isNaN(served[k]!)) {
      if (truth[k]! > 20) missing++;
      continue;
    }
    const slope = (truth[k + 1]! - truth[k - 1]!) / 20;
    products += (truth[k]! - served[k]!) * slope;
    squares += slope * slope;
    sum += served[k]!;
    expected += truth[k]!;
  }
  return { late: products / squares, bias: sum / expected - 1, missing };
}

describe.each(Object.entries(days))(
  "a day of clear sky under %s, each pixel at its own scan time",
  (satellite, cells) => {
    it("is served on time and without bias", async () => {
      const scan = await read(satellite === "Meteosat" ? named("SISin") : named(`_${satellite}_`));
      for (const cell of cells) {
        const row = Math.floor(scan.grid.cellAt(cell.latitude, cell.longitude)! / scan.grid.columns);
        const archive = openArchive({ sources: [sourceOf(cell, scan.lineTimes[row]! - scan.start)] });
        const place = { latitude: cell.latitude, longitude: cell.longitude, altitude: 0 };
        const period = { start, end: start + 86_400_000 };
        const { series } = await archive.weather(place, NOW, {
          purpose: "history",
          period,
          columns: [GHI],
          interval: 600,
        });
        const { late, bias, missing } = compared(series.columns[GHI] as Float64Array, cell.truth);
        // Of the day's first and last interval a part lies beyond its scans.
        expect(missing).toBeLessThan(3);
        expect(Math.abs(late), `${satellite} ${cell.latitude} ${cell.longitude}: minutes late`).toBeLessThan(1);
        expect(Math.abs(bias), `${satellite} ${cell.latitude} ${cell.longitude}: bias`).toBeLessThan(0.01);
        await archive.close();
      }
    });
  },
);

describe("the series of a cell", () => {
  const starts = [0, 1, 2, 4].map((k) => k * STEP);

  it("begins at the cell's own time, with missing scans as missing values", () => {
    const times = starts.map((time, k) => time + 100_000 + 500 * k);
    expect(cellSeries({ starts, times, columns: { [GHI]: [1, 2, 3, 5] } }, 600)).toEqual([
      {
        start: 100_750,
        interval: 600,
        sampling: "instant",
        columns: { [GHI]: Float64Array.of(1, 2, 3, Number.NaN, 5) },
      },
    ]);
  });

  it("begins anew where the satellite scans at another moment of its cycle", () => {
    const times = starts.map((time, k) => time + (k < 2 ? 100_000 : 200_000));
    const found = cellSeries({ starts, times, columns: { [GHI]: [1, 2, 3, 5] } }, 600);
    expect(found.map(({ start: begin }) => begin)).toEqual([100_000, 2 * STEP + 200_000]);
    expect(found.map(({ columns }) => columns[GHI])).toEqual([
      Float64Array.of(1, 2),
      Float64Array.of(3, Number.NaN, 5),
    ]);
  });
});
