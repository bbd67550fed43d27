/** What reading a file says once it has been looked at. */
import { describe, expect, test } from "vitest";
import { skyAt } from "../../../../src/data/climatology/index.js";
import { withoutAssumptions } from "../../../../src/data/weather/examined-reading.js";
import {
  type Examination,
  loadSample,
  type ReadWeatherOptions,
  readWeather,
} from "../../../../src/data/weather/index.js";

const PLACE = { latitude: 36.1, longitude: -79.95 };
const HOUR = 3_600_000;

/** The sample's GHI and temperature as a table of hours, whose stamps are so many hours late, and whose light is changed. */
async function table(late = 0, change = (value: number, _row: number) => value): Promise<string> {
  const { start, columns } = await loadSample();
  const rows = Array.from(columns.global_horizontal_irradiance!, (value, row) => {
    const stamp = new Date(Number(start) + (row + late) * HOUR).toISOString().slice(0, 16).replace("T", " ");
    return `${stamp},${change(value!, row)},${columns.temperature![row]}`;
  });
  return ["time,ghi,temp_air", ...rows, ""].join("\n");
}

async function codes(csv: string, options: ReadWeatherOptions): Promise<string[]> {
  return (await readWeather(csv, options)).notices.map(({ code }) => code);
}

describe("readWeather", () => {
  test("looks at weather whose place it knows, and says nothing of a clock that the sun confirms", async () => {
    const csv = await table();
    const { examination, notices } = await readWeather(csv, { place: PLACE });
    expect(examination).toMatchObject({ verdict: "fine", findings: [], clock: { isConfirmed: true } });
    expect(notices.map(({ code }) => code)).toEqual(["columns"]);
    expect(examination!.months).toHaveLength(13);
    for (const options of [{}, { place: PLACE, examine: false }]) {
      expect((await readWeather(csv, options)).examination).toBeUndefined();
      expect(await codes(csv, options)).toEqual(["columns", "time-zone", "label-assumed"]);
    }
  });

  test("says what it found, once, and changes nothing", async () => {
    const late = await table(1);
    const { examination, notices, series } = await readWeather(late, { place: PLACE });
    expect(examination).toMatchObject({ verdict: "unusable", findings: [{ code: "label", pass: { label: "end" } }] });
    const [found, ...others] = notices.filter(({ code }) => code === "label");
    expect(others).toEqual([]);
    expect(found!.message).toMatch(/ too high on a wall to the west.*; pass label "end"$/);
    expect(series).toEqual((await readWeather(late, { place: PLACE, examine: false })).series);
    expect(await codes(late, { place: PLACE, label: "end" })).toEqual(["columns"]);
  });

  test("names the offset to pass, which works when it is passed", async () => {
    const csv = await table(2);
    const remedyOf = async (options: ReadWeatherOptions) =>
      (await readWeather(csv, { place: PLACE, ...options })).examination!.findings[0]?.remedy;
    expect(await remedyOf({ timeOffset: 0 })).toBe("pass timeOffset 2");
    expect(await remedyOf({ timeOffset: -1 })).toBe("pass timeOffset 2");
    expect(await remedyOf({ timeOffset: 2 })).toBeUndefined();
  });

  test("calls a function once the place is known, for what the sky of the place is compared with", async () => {
    const asked: unknown[] = [];
    const bright = await table(0, (value) => 1.5 * value);
    const { examination } = await readWeather(bright, {
      place: PLACE,
      examine: (place) => {
        asked.push(place);
        return skyAt(place);
      },
    });
    expect(asked).toEqual([PLACE]);
    expect(examination!.findings.map(({ code }) => code)).toContain("scale");
    await readWeather(bright, { examine: (place) => void asked.push(place) as never });
    expect(asked).toHaveLength(1);
  });

  test("values without a place are looked at as far as they speak for themselves", async () => {
    const kilowatts = await table(0, (value) => value / 1000);
    expect(await codes(kilowatts, { units: { ghi: "W/m2" } })).not.toContain("scale");
    await expect(readWeather(kilowatts)).rejects.toThrow('what is the unit of the column "ghi"');
  });

  test("refuses another choice than yes, no or a function", async () => {
    await expect(readWeather("", { examine: "no" as never })).rejects.toThrow(
      new TypeError('readWeather: option "examine" must be true, false or a function of the place, got "no"'),
    );
  });
});

test("assumptions about the clock are said until the sun confirms them", () => {
  const notices = ["columns", "time-zone", "label-assumed"].map((code) => ({ code, message: code }));
  const clock = { from: "light", candidates: [], bestShift: 0, margin: 9, isConfirmed: true } as const;
  const confirmed = { clock, findings: [] } as unknown as Examination;
  const open = { clock: { ...clock, isConfirmed: false }, findings: [] } as unknown as Examination;
  expect(withoutAssumptions(notices, confirmed).map(({ code }) => code)).toEqual(["columns"]);
  for (const examination of [open, undefined]) expect(withoutAssumptions(notices, examination)).toEqual(notices);
  const corrected = { findings: [{ code: "label" }] } as unknown as Examination;
  expect(withoutAssumptions(notices, corrected).map(({ code }) => code)).toEqual(["columns", "time-zone"]);
});
