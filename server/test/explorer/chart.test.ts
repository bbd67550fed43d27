/** Times, marks, units and sums of the page's charts. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calendarYears,
  isWhole,
  monthlyUnit,
  monthlyValue,
  monthsOf,
  partsText,
  shownColumn,
  shownQuantiles,
  yearsOf,
  zoneOf,
} from "../../explorer/chart/months.js";
import { durationOf, hoursAbove } from "../../explorer/chart/summary.js";
import {
  clockText,
  DAY,
  HOUR,
  midnight,
  spanText,
  timeText,
  timeTicks,
  UTC,
  zoneAt,
} from "../../explorer/chart/time.js";
import { csvOf, lastAnswerText } from "../../explorer/result/downloads.js";
import { bandNote } from "../../explorer/rooms/forecast/forecast-view.js";
import { parseHorizon } from "../../explorer/rooms/sun/elevations.js";
import type { Answer, Column } from "../../explorer/service/answer.js";
import { drawnFrom, FLAT, horizonText } from "../../explorer/state/lists.js";
import { FIRST } from "../../explorer/state/state.js";
import { answered, GHI } from "./answered.js";

describe("what is shown of the curves", () => {
  const newYork = zoneAt(-5);
  const at = (text: string) => Date.parse(`${text}Z`);

  it.each([
    ["2026-01-01T05:00", "2026-07-01T05:00", "1 January 2026 to 1 July 2026"],
    ["2026-06-21T05:00", "2026-06-24T05:00", "21 June 2026 to 24 June 2026"],
    ["2026-06-21T05:00", "2026-06-24T04:59", "21 June 2026, 00:00 to 23 June 2026, 23:59"],
    // Midnight is within it, as in the whole day that it is a quarter of.
    ["2026-11-23T00:00:20", "2026-11-23T06:00:40", "22 November 2026, 19:00 to 23 November 2026, 01:01"],
    ["2026-06-21T11:00", "2026-06-21T23:30", "21 June 2026, 06:00 to 18:30"],
    ["2026-06-21T11:00", "2026-06-21T11:00", "21 June 2026, 06:00"],
  ])("from %s to %s is told as %s in New York", (from, to, text) => {
    expect(spanText(at(from), at(to), newYork)).toBe(text);
  });

  it.each([
    ["2005-01-01T05:00", "2006-01-01T04:00", "1 Jan to 31 Dec"],
    ["2005-06-21T11:00", "2005-06-21T23:30", "21 Jun, 06:00 to 18:30"],
  ])("of a typical year from %s to %s is told as %s", (from, to, text) => {
    expect(spanText(at(from), at(to), { ...newYork, isYearless: true })).toBe(text);
  });
});

describe("zones", () => {
  it("are named as people write them", () => {
    expect([0, -5, 5.5, 5.75, 13].map((hours) => zoneAt(hours).label)).toEqual([
      "UTC",
      "UTC−5",
      "UTC+5:30",
      "UTC+5:45",
      "UTC+13",
    ]);
  });

  it("are the place's where the answer tells it, and UTC where it cannot be that of the place", () => {
    const at = (timeZone: number, lon: number) =>
      zoneOf(FIRST, answered("2024-06-21T00:00:00Z", { [GHI]: [1] }, timeZone, lon)).label;
    expect(at(-5, -79.95)).toBe("UTC−5");
    // China has one zone; Kiribati is beyond the date line.
    expect([at(8, 76), at(14, -157), at(-11, 179)]).toEqual(["UTC+8", "UTC+14", "UTC−11"]);
    expect(at(0, -79.95)).toBe("UTC");
    expect(zoneOf({ ...FIRST, zone: "utc" }, answered("2024-06-21T00:00:00Z", { [GHI]: [1] }, -5, -80))).toBe(UTC);
  });

  it("give clock times and midnights", () => {
    const time = Date.parse("2024-06-21T03:30:00Z");
    expect(timeText(time, zoneAt(-5))).toBe("2024-06-20 22:30");
    expect(clockText(time + 5000, UTC)).toBe("03:30:05");
    expect(new Date(midnight(time, zoneAt(-5))).toISOString()).toBe("2024-06-20T05:00:00.000Z");
  });
});

describe("marks", () => {
  it.each([
    [6 * HOUR, "03:00"],
    [30 * DAY, "26 Jun"],
    [400 * DAY, "Jul"],
  ])("of an axis over %d ms stand at round times of the zone, and not too many", (span, first) => {
    const from = Date.parse("2024-06-21T07:59:00Z");
    const ticks = timeTicks(from, from + span, 10, zoneAt(-5));
    expect(ticks.length).toBeLessThanOrEqual(10);
    expect(ticks.length).toBeGreaterThanOrEqual(4);
    expect(ticks[0]?.label).toBe(first);
    expect(ticks.every(({ at }) => at >= from && at <= from + span)).toBe(true);
  });
});

describe("units", () => {
  const answer = answered("2024-06-30T22:00:00Z", { [GHI]: [100, null, 300.5], temperature: [1, 2, 3] });
  const column = (name: string) => answer.columns.find((one) => one.name === name) as Column;

  it("of the service are the service's own values", () => {
    expect(shownColumn(answer, column(GHI), FIRST)).toEqual({
      name: GHI,
      unit: "W/m²",
      values: [100, null, 300.5],
      daily: "sum",
    });
    expect(shownColumn(answer, column(GHI), FIRST).values).toBe(column(GHI).values);
  });

  it("of energy are those of powers alone", () => {
    const quarter = { ...answer, ends: answer.starts.map((start) => start + HOUR / 4) };
    const energy = { ...FIRST, units: "energy" } as const;
    expect(shownColumn(quarter, column(GHI), energy)).toEqual({
      name: GHI,
      unit: "Wh/m²",
      values: [25, null, 75.125],
      daily: "sum",
    });
    expect(shownColumn(quarter, column("temperature"), energy).unit).toBe("°C");
  });
});

describe("quantiles", () => {
  it("are in the units of their column", () => {
    const quantiles = { [GHI]: { p10: [1, null], p90: [3, 4] } };
    const answer = { ...answered("2024-06-21T00:00:00Z", { [GHI]: [2, 2], temperature: [1, 2] }), quantiles };
    const half = { ...answer, ends: answer.starts.map((start) => start + HOUR / 2) };
    const [ghi, temperature] = answer.parameters as [Column, Column];
    expect(shownQuantiles(half, ghi, FIRST)).toEqual({ p10: [1, null], p90: [3, 4] });
    expect(shownQuantiles(half, ghi, { ...FIRST, units: "energy" })).toEqual({ p10: [0.5, null], p90: [1.5, 2] });
    expect(shownQuantiles(half, temperature, FIRST)).toEqual({});
  });
});

describe("the band of a forecast", () => {
  const note = (query: readonly (readonly [string, string])[], quantiles: Answer["quantiles"], name = GHI) => {
    const two = answered("2024-06-21T00:00:00Z", { [GHI]: [2, 2], temperature: [1, 2] });
    const notices = [{ code: "quantiles", message: "quantiles are null: the spread of this forecast is not known" }];
    const answer: Answer = { ...two, request: { path: "forecast/precision", query }, quantiles, notices };
    const column = answer.parameters.find((one) => one.name === name)!;
    return bandNote(answer, column, UTC, { ...FIRST, parameters: ["temperature"] });
  };

  it("is told with its end", () => {
    const known = note([], { [GHI]: { p10: [1, null], p90: [3, null] } });
    expect(known.sentence).toMatch(/^The band ends at 21 June 2024, 01:00\. It covers the middle 80 %/);
    expect(known.remedy).toBeUndefined();
  });

  it("is not there by the minute: why, and how to get it", () => {
    const { sentence, remedy } = note([["frequency", "1_minute"]], {});
    expect(sentence).toMatch(/^No band: .* steps of 15 minutes or more/);
    expect(remedy?.changes).toEqual({ frequency: "15_minutes" });
  });

  it("is of one parameter: which, and how to get it", () => {
    const { sentence, remedy } = note([["frequency", "1_minute"]], {}, "temperature");
    expect(sentence).toContain("only for Sunlight on level ground (GHI)");
    expect(remedy?.changes).toEqual({ frequency: "15_minutes", column: GHI, parameters: ["temperature", GHI] });
  });

  it("that the service does not know is told in its words", () => {
    const { sentence, remedy } = note([], { [GHI]: { p10: [null, null], p90: [null, null] } });
    expect(sentence).toContain("The service says: quantiles are null: the spread of this forecast is not known.");
    expect(remedy).toBeUndefined();
  });
});

describe("months", () => {
  const answer = answered("2024-06-30T22:00:00Z", {
    [GHI]: [1000, 500, null, 250],
    temperature: [10, 20, null, 3],
    precipitation: [1, 2, 4, 8],
  });
  const [ghi, temperature, precipitation] = answer.parameters as [Column, Column, Column];

  it("are those of the zone", () => {
    expect(monthsOf(answer, UTC)).toEqual([
      { label: "Jun 2024", year: 2024, month: 5, from: 0, to: 2 },
      { label: "Jul 2024", year: 2024, month: 6, from: 2, to: 4 },
    ]);
    expect(monthsOf(answer, zoneAt(-5)).map(({ label }) => label)).toEqual(["Jun 2024"]);
  });

  it("of summer time begin an hour before those of standard time, and are the same months", () => {
    const [june, july] = ["2024-05-31T22:00:00Z", "2024-06-30T22:00:00Z"].map((text) => Date.parse(text));
    const two = {
      ...answered("2024-05-31T22:00:00Z", { [GHI]: [100, 200] }),
      starts: Float64Array.of(june!, july!),
      ends: Float64Array.of(july!, Date.parse("2024-07-31T22:00:00Z")),
    };
    expect(monthsOf(two, zoneAt(1)).map(({ label }) => label)).toEqual(["Jun 2024", "Jul 2024"]);
  });

  it("have energies of powers, means, and sums", () => {
    const [june, july] = monthsOf(answer, UTC) as [never, never];
    expect([ghi, temperature, precipitation].map(monthlyUnit)).toEqual(["kWh/m²", "°C, mean", "mm"]);
    expect([ghi, temperature, precipitation].map((column) => monthlyValue(answer, column, june))).toEqual([1.5, 15, 3]);
    expect([ghi, temperature, precipitation].map((column) => monthlyValue(answer, column, july))).toEqual([
      0.25, 3, 12,
    ]);
  });

  it("of which values are missing are told with what is there of them", () => {
    const hours = (text: string) => Date.parse(text) / HOUR;
    const count = hours("2024-07-31T23:00:00Z") - hours("2024-06-30T12:00:00Z");
    const two = answered("2024-06-30T12:00:00Z", { [GHI]: Array(count).fill(1), temperature: Array(count).fill(null) });
    const [june, july] = monthsOf(two, UTC) as [never, never];
    const [light, none] = two.parameters as [Column, Column];
    expect([june, july].map((month) => isWhole(two, light, month))).toEqual([false, true]);
    expect(partsText(two, light, [june, july])).toBe("Pale because values are missing: Jun 2024 (0.5 of 30 days).");
    expect(partsText(two, light, [july])).toBe("");
    expect(partsText(two, none, [june, july])).toBe("");
    expect(partsText(two, light, Array(8).fill(june))).toMatch(/days\) and 2 more\.$/);
  });

  it("without a value have none, not 0", () => {
    const empty = answered("2024-06-30T22:00:00Z", { [GHI]: [null, null] });
    expect(monthlyValue(empty, empty.parameters[0]!, { from: 0, to: 2 })).toBeNull();
  });
});

describe("energies of days, months and years, as the service gives them", () => {
  it("are added up, not taken for powers", () => {
    const hours = answered("2024-06-30T22:00:00Z", { [GHI]: [1000, 500, null, 250] });
    const column: Column = { ...hours.parameters[0]!, unit: "Wh/m**2", aggregation: "sum" };
    expect(monthlyUnit(column)).toBe("kWh/m²");
    const twoDays = { ...hours, ends: hours.starts.map((start) => start + DAY) };
    expect(monthlyValue(twoDays, column, { from: 0, to: 2 })).toBe(1.5);
    expect(shownColumn(twoDays, column, { ...FIRST, units: "energy" }).values).toBe(column.values);
  });
});

describe("years", () => {
  /** Every hour of a span has the value 100 · year's last digit, but for those left out. */
  function spanning(start: string, end: string, isGap: (time: number) => boolean = () => false): Answer {
    const count = (Date.parse(end) - Date.parse(start)) / HOUR;
    const values = Array.from({ length: count }, (_, k) => {
      const time = Date.parse(start) + k * HOUR;
      return isGap(time) ? null : 100 * (new Date(time).getUTCFullYear() % 10);
    });
    return answered(start, { [GHI]: values });
  }

  it("have the energy of each month, and of the year", () => {
    const answer = spanning("2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z");
    const [first, second, ...more] = yearsOf(answer, answer.parameters[0]!, UTC);
    expect([first?.year, second?.year, more]).toEqual([2022, 2023, []]);
    expect(first?.months[1]).toBeCloseTo(28 * 24 * 0.2, 9);
    expect(second?.months[1]).toBeCloseTo(28 * 24 * 0.3, 9);
    expect(second?.whole).toBeCloseTo(8760 * 0.3, 9);
  });

  it("are those of the zone of which there is a month: an hour of another zone's is none, nor is one without values", () => {
    const utc = spanning("2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z");
    const [column] = utc.parameters as [Column];
    const east = yearsOf(utc, column, zoneAt(1));
    expect(east.map(({ year }) => year)).toEqual([2022, 2023]);
    expect(yearsOf(utc, column, zoneAt(-5)).map(({ year }) => year)).toEqual([2022, 2023]);
    expect(calendarYears(utc, zoneAt(13))).toEqual([2022, 2023]);
    const started = spanning("2022-01-01T00:00:00Z", "2024-01-01T00:00:00Z", (time) => time >= Date.UTC(2023, 0, 5));
    expect(yearsOf(started, started.parameters[0]!, UTC).map(({ year }) => year)).toEqual([2022]);
    expect(calendarYears(started, UTC)).toEqual([2022, 2023]);
    expect(calendarYears(spanning("2023-12-31T22:00:00Z", "2024-12-01T00:00:00Z"), UTC)).toEqual([2024]);
  });

  it("have no figure for a month of which more than a hundredth is missing, nor for a year with such a month", () => {
    const gap = (from: string, hours: number) => (time: number) =>
      time >= Date.parse(from) && time < Date.parse(from) + hours * HOUR;
    const of = (isGap: (time: number) => boolean, end = "2024-01-01T00:00:00Z") => {
      const answer = spanning("2023-01-01T00:00:00Z", end, isGap);
      return yearsOf(answer, answer.parameters[0]!, UTC)[0]!;
    };
    expect(of(gap("2023-03-05T00:00:00Z", 7)).whole).not.toBeNull();
    const torn = of(gap("2023-03-05T00:00:00Z", 8));
    expect([torn.months[2], torn.whole]).toEqual([null, null]);
    expect(torn.months.filter((value) => value !== null).length).toBe(11);
    expect(of(() => false, "2023-12-31T00:00:00Z").months[11]).toBeNull();
  });
});

describe("a duration curve", () => {
  const duration = durationOf([5, null, 9, 0, 5], (i) => (i === 0 ? 2 : 1));

  it("has the largest value first, with the hours in which it is reached", () => {
    expect([...duration.values]).toEqual([9, 5, 5, 0]);
    expect([...duration.hours]).toEqual([1, 3, 4, 5]);
  });

  it("tells the hours above a value", () => {
    expect([10, 9, 6, 5, 0.1, 0, -1].map((least) => hoursAbove(duration, least))).toEqual([0, 1, 1, 4, 4, 5, 5]);
    expect(
      hoursAbove(
        durationOf([], () => 1),
        0,
      ),
    ).toBe(0);
  });
});

describe("a horizon", () => {
  it("is 360 numbers, or fewer at equal steps between which is interpolated", () => {
    expect(parseHorizon(Array(360).fill(7).join(" "))).toEqual(Array(360).fill(7));
    const four = parseHorizon("0, 20; 40\n20");
    expect([four[0], four[45], four[90], four[135], four[180], four[359]]).toEqual([0, 10, 20, 30, 40, 0]);
  });

  it.each([
    ["one number", "1", "A list must have 360 elevations"],
    ["too many", Array(361).fill(1).join(), "this one has 361"],
    ["a word", "1, x, 3", "number 2 is “x”"],
    ["a right angle", "1, 90", "number 2 is “90”"],
    ["a depth", "-1, 2", "number 1 is “-1”"],
  ])("refuses %s", (_what, text, message) => expect(() => parseHorizon(text)).toThrow(message));

  it("is drawn over north by the shorter way, and flat by that word", () => {
    const line = drawnFrom(FLAT, { azimuth: 358, elevation: 10 }, { azimuth: 2, elevation: 20 });
    expect([357, 358, 359, 0, 1, 2, 3].map((azimuth) => line[azimuth])).toEqual([0, 10, 13, 15, 18, 20, 0]);
    expect(horizonText(FLAT)).toBe("flat");
    expect(horizonText(line).split(",").length).toBe(360);
  });

  it("that is drawn has no holes, however slow or fast the hand is", () => {
    // Doubles of fast-check are mostly tiny: thousandths of a degree, so that every speed is tried.
    const degrees = (most: number) => fc.integer({ min: 0, max: 1000 * most }).map((thousandths) => thousandths / 1000);
    const steps = fc.array(fc.oneof(degrees(2), degrees(30)), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        degrees(359),
        fc.integer({ min: 1, max: 89 }),
        steps,
        fc.constantFrom(-1, 1),
        (start, height, moves, side) => {
          let [line, at, way] = [FLAT, start, 0];
          for (const move of moves) {
            // Less than a whole turn, so that a hole is not mended by the way back.
            if (way + move >= 359) break;
            way += move;
            const to = (((start + side * way) % 360) + 360) % 360;
            line = drawnFrom(line, { azimuth: at, elevation: height }, { azimuth: to, elevation: height });
            at = to;
          }
          const [least, most] = [Math.min(start, start + side * way), Math.max(start, start + side * way)];
          for (let k = Math.ceil(least); k <= Math.floor(most); k++) {
            expect(line[(k + 720) % 360], `${k}`).toBe(height);
          }
        },
      ),
    );
  });

  it("that is drawn has no hole where two stretches meet at a whole azimuth that rounding misses", () => {
    const at = (azimuth: number) => ({ azimuth, elevation: 30 });
    const line = drawnFrom(drawnFrom(FLAT, at(16.5), at(16.9999999999)), at(17.0000000001), at(17.5));
    expect(line[17]).toBe(30);
  });

  it("that is drawn goes straight from end to end, between whole degrees, too", () => {
    const line = drawnFrom(FLAT, { azimuth: 100.4, elevation: 10.4 }, { azimuth: 103.6, elevation: 42.4 });
    expect(line.slice(99, 106)).toEqual([0, 0, 16, 26, 36, 0, 0]);
    // A touch, and a hand that moves less than a degree, set the nearest azimuth.
    expect(drawnFrom(FLAT, { azimuth: 10.6, elevation: 5 }, { azimuth: 10.8, elevation: 7 })[11]).toBe(7);
  });
});

it("CSV has the columns that were asked for, and nothing where there is no value", () => {
  const answer = answered("2024-06-21T00:00:00Z", { [GHI]: [null, 1.5] });
  expect(csvOf(answer)).toBe(
    `start_time,end_time,${GHI},surface_tilt\n2024-06-21T00:00:00Z,2024-06-21T01:00:00Z,,30\n2024-06-21T01:00:00Z,2024-06-21T02:00:00Z,1.5,30\n`,
  );
});

it("an answer that is not of the form's request is told by its own place and endpoint", () => {
  const answer = answered("2024-06-21T00:00:00Z", { [GHI]: [1] }, 0, 8);
  expect(lastAnswerText({ answer, isCurrent: false })).toBe(
    "Values from the last answer: 0, 8 (Observation: the past 7 days).",
  );
  expect(lastAnswerText({ answer, isCurrent: true })).toBeUndefined();
  expect(lastAnswerText({ answer: undefined, isCurrent: false })).toBeUndefined();
});
