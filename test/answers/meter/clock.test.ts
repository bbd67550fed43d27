/** The clock of made meters: their shift, their changes and what is not a clock are known. */
import { describe, expect, it } from "vitest";
import { clockOfMeter, type MeterClock, type NoClock } from "../../../src/answers/meter/clock.js";
import { edgeDays, halfDays } from "../../../src/answers/meter/clock-days.js";
import { changesOf } from "../../../src/answers/meter/clock-path.js";
import { placeEvidence } from "../../../src/answers/meter/clock-place.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { DAY, HOUR, MINUTE } from "../../../src/foundation/time/calendar.js";
import { type Made, MUNICH, madeMeter } from "./made-meter.js";

const SOUTH = { tilt: 30, azimuth: 180 };
const SYDNEY = { ...MUNICH, latitude: -33.9, longitude: 151.2, altitude: 30 };

function clockOf(made: Made, place = made.place ?? MUNICH): MeterClock {
  const clock = clockOfMeter(madeMeter(made), place);
  if ("reason" in clock) throw new Error(`no clock: ${clock.reason}`);
  return clock;
}

function noClock(power: Float64Array): NoClock {
  const clock = clockOfMeter({ start: Date.UTC(2021, 0, 1), step: HOUR, power }, MUNICH);
  if (!("reason" in clock)) throw new Error("a clock where there is none");
  return clock;
}

const dayOf = (date: string) => Date.parse(`${date}T00:00Z`) / DAY;
const changesIn = ({ stretches }: MeterClock) =>
  stretches.slice(1).map(({ from, shift }, k) => [from, Math.round(shift - stretches[k]!.shift)]);

describe("the minutes of a clock", () => {
  it.each([
    ["ends of hours, facing south", { plane: { tilt: 15, azimuth: 180 }, step: 60, shift: () => -60 }, -30, 6],
    ["beginnings of hours, facing south-west", { plane: { tilt: 35, azimuth: 235 }, step: 60 }, 30, 6],
    ["a slow clock, facing east-south-east", { plane: { tilt: 40, azimuth: 120 }, step: 60, shift: () => 13 }, 43, 6],
  ] as [string, Made, number, number][])("are found from power alone: %s", (_, made, middle, most) => {
    const clock = clockOf(made);
    expect(Math.abs(clock.middle - middle)).toBeLessThan(most);
    expect(Math.abs(clock.middle - middle)).toBeLessThan(1.5 * clock.band);
    expect(clock.azimuthBand).toBeCloseTo(clock.band / 2, 10);
    expect(changesIn(clock)).toEqual([]);
    expect(clock.shiftAt(1000) / MINUTE).toBeCloseTo(clock.stretches[0]!.shift, 10);
    expect(clock.place!.contradicts).toBe(false);
  });

  it("are told from shade: light that is missing in the evenings makes the band wider", () => {
    const wall = (azimuth: number, elevation: number) => (azimuth > 220 && elevation < 12 ? 0 : 1);
    const clock = clockOf({ plane: SOUTH, step: 60, days: 250, passes: wall });
    expect(Math.abs(clock.middle - 30)).toBeLessThan(1.3 * clock.band);
    expect(clock.edges!.dusk - clock.edges!.dawn).toBeGreaterThan(20);
    expect(clock.edges!.deviation).toBeGreaterThan(0.29 * (clock.edges!.dusk - clock.edges!.dawn));
  });

  it("are less sure after few days: those of one season", () => {
    const few = clockOf({ plane: { tilt: 40, azimuth: 120 }, days: 35, start: Date.UTC(2021, 3, 1), step: 60 });
    expect(few.band).toBeGreaterThan(1.5 * 1.28 * few.edges!.deviation);
    expect(Math.abs(few.middle - 30)).toBeLessThan(few.band);
  });
});

describe("changes of a clock", () => {
  it("are those of summer time, to the day, and of a zone in the south that is hours away", () => {
    const [forth, back] = [Date.UTC(2021, 9, 2, 16), Date.UTC(2022, 3, 2, 16)];
    // Stamps of Sydney, read as if they were of UTC.
    const shift = (stamp: number) => (stamp - 10 * HOUR >= forth && stamp - 11 * HOUR < back ? -660 : -600);
    const start = Date.UTC(2021, 6, 1);
    const meter = madeMeter({ plane: { tilt: 25, azimuth: 20 }, place: SYDNEY, start, step: 60, shift });
    const days = edgeDays(meter, SYDNEY);
    const changes = changesOf(days, halfDays(days, SYDNEY.latitude), meter.step);
    expect(changes).toEqual([
      { day: dayOf("2021-10-03") - days.first, size: -60 },
      { day: dayOf("2022-04-03") - days.first, size: 60 },
    ]);
    expect(Math.max(...days.zone.map((zone) => Math.abs(zone + 10.5 * HOUR)))).toBeLessThanOrEqual(1.5 * HOUR);
    expect(placeEvidence(days, SYDNEY.latitude)!.contradicts).toBe(false);
  });

  it("are not invented where a part of the year is shaded in the evening", () => {
    const trees = (azimuth: number, elevation: number) => (azimuth > 200 && azimuth < 260 && elevation < 15 ? 0 : 1);
    const meter = madeMeter({ plane: SOUTH, step: 60, passes: trees });
    const days = edgeDays(meter, MUNICH);
    expect(changesOf(days, halfDays(days, MUNICH.latitude), meter.step)).toEqual([]);
  });

  it("need first and last light to move alike", () => {
    const meter = madeMeter({ plane: SOUTH, days: 300, shift: (time) => (time < Date.UTC(2021, 6, 1) ? 0 : 45) });
    const days = edgeDays(meter, MUNICH);
    const half = halfDays(days, MUNICH.latitude);
    const [change, ...others] = changesOf(days, half, meter.step);
    expect(others).toEqual([]);
    expect(Math.abs(days.first + change!.day - dayOf("2021-07-01"))).toBeLessThanOrEqual(1);
    expect(Math.abs(change!.size - 45)).toBeLessThan(8);
    const clock = clockOfMeter(meter, MUNICH) as MeterClock;
    expect(changesIn(clock)).toEqual([[days.first + change!.day, change!.size]]);
    expect(clock.shiftAt(meter.power.length - 1) - clock.shiftAt(0)).toBeCloseTo(change!.size * MINUTE, 6);
    const dawn = days.dawn.map((time, day) => (day < change!.day ? time : time + 45 * MINUTE));
    expect(changesOf({ ...days, dawn }, half, meter.step)).toEqual([]);
  });
});

describe("what is no clock", () => {
  it("is power in the dark, with its share", () => {
    const random = new Random(3);
    const load = Float64Array.from(
      { length: 8760 },
      (_, row) => 0.3 + (row % 24 > 17 ? 1 : 0) + random.uniform(1, row, 0, 0),
    );
    expect(noClock(load)).toMatchObject({ reason: "night" });
    expect(noClock(load).atNight).toBeGreaterThan(0.2);
  });

  it("is a meter without power, or of a few days", () => {
    expect(noClock(new Float64Array(2400)).reason).toBe("days");
    expect(noClock(new Float64Array(2400).fill(Number.NaN)).reason).toBe("days");
    expect(noClock(madeMeter({ plane: SOUTH, days: 6, step: 60 }).power)).toMatchObject({ reason: "days", days: 5 });
  });
});

describe("the place of a meter", () => {
  const days = edgeDays(madeMeter({ plane: { tilt: 15, azimuth: 180 }, step: 60 }), MUNICH);

  it("is contradicted by days that grow when they should shrink, or too much", () => {
    expect(placeEvidence(days, MUNICH.latitude)!.contradicts).toBe(false);
    expect(Math.abs(placeEvidence(days, MUNICH.latitude)!.latitude - MUNICH.latitude)).toBeLessThan(8);
    for (const latitude of [-MUNICH.latitude, MUNICH.latitude + 12, MUNICH.latitude - 20]) {
      expect(placeEvidence(days, latitude)).toMatchObject({ contradicts: true });
    }
  });

  it("is not asked of a few weeks", () => {
    const few = edgeDays(madeMeter({ plane: SOUTH, days: 40, step: 60 }), MUNICH);
    expect(placeEvidence(few, -MUNICH.latitude)).toBeUndefined();
  });
});
