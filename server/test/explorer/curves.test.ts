/** What is drawn of long curves, in which panels, and what is said of a chart. */
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type Bin, binOf, byDays, dailyUnit, zoomOf, zoomText } from "../../explorer/chart/days.js";
import { monthlyValue, monthsOf, shownColumn, yearsOf } from "../../explorer/chart/months.js";
import { type Curve, heightOf, panelScale, panelsOf, panelTitle, stretched } from "../../explorer/chart/panels.js";
import {
  curvesSummary,
  durationOf,
  durationSummary,
  factsOf,
  monthsSummary,
  valueAtShare,
  yearsSummary,
} from "../../explorer/chart/summary.js";
import { DAY, HOUR, UTC, zoneAt, zoneOfName } from "../../explorer/chart/time.js";
import { profileOf } from "../../explorer/rooms/series/heat-map.js";
import { amount, nameOf } from "../../explorer/service/answer.js";
import { FIRST, Store } from "../../explorer/state/state.js";
import { speak } from "../../explorer/texts/texts.js";
import { answered, GHI } from "./answered.js";

const START = Date.parse("2024-03-01T00:00Z");
const zurich = zoneOfName("Europe/Zurich", START, START + 60 * DAY)!;

/** Curves of hours from a time. */
function hourly(curve: Partial<Curve>, values: readonly (number | null)[], from = START) {
  const times = Float64Array.from(values, (_, i) => from + (i + 0.5) * HOUR);
  return { times, step: HOUR, zone: UTC, curves: [{ name: "a", unit: "W/m²", ...curve, values }] };
}

const numbers = (count: number, of: (i: number) => number | null) => Array.from({ length: count }, (_, i) => of(i));

describe("long curves", () => {
  it("are drawn by the day beyond ten days, and by more days where a screen has no room for each", () => {
    expect(binOf(10 * DAY, HOUR, 1000)).toBeUndefined();
    // Ten days with an hour more, as clocks change.
    expect(binOf(10 * DAY + HOUR, HOUR, 1000)).toBeUndefined();
    expect(binOf(11 * DAY, HOUR, 1000)).toBe(1);
    expect(binOf(366 * DAY, HOUR, 1100)).toBe(1);
    expect(binOf(366 * DAY, HOUR, 280)).toBe(7);
    expect(binOf(10 * 366 * DAY, HOUR, 280)).toBe(28);
    expect(binOf(3000 * DAY, DAY, 1000)).toBeUndefined();
  });

  it("have the mean of each day, and the range of what is neither light nor a sum", () => {
    const days = byDays(
      hourly(
        { daily: "range", unit: "°C" },
        numbers(48, (i) => i),
      ),
      1,
    )!;
    expect(days.curves[0]?.values).toEqual([11.5, 35.5]);
    expect(days.bands).toMatchObject([{ of: "a", low: [0, 24], high: [23, 47] }]);
    expect(Array.from(days.times)).toEqual([START + DAY / 2, START + 1.5 * DAY]);
    expect(
      byDays(
        hourly(
          {},
          numbers(48, () => 1),
        ),
        1,
      )?.bands,
    ).toEqual([]);
  });

  it("have sums by the day, energies in thousands, however many days are one point", () => {
    const energy = hourly(
      { daily: "sum", unit: "Wh/m²" },
      numbers(24 * 14, () => 100),
    );
    for (const bin of [1, 7] as const) {
      const days = byDays(energy, bin)!;
      expect(days.curves[0]).toMatchObject({ unit: "kWh/m²/d" });
      expect(new Set(days.curves[0]?.values)).toEqual(new Set([2.4]));
    }
    expect(dailyUnit({ unit: "mm", daily: "sum" })).toBe("mm/d");
    // 100 W/m² all day are 2.4 kWh/m², whatever the step.
    const light = { daily: "sum", unit: "W/m²" } as const;
    const steady = hourly(
      light,
      numbers(48, () => 100),
    );
    const halves = {
      ...steady,
      step: HOUR / 2,
      times: Float64Array.from({ length: 96 }, (_, i) => START + (i + 0.5) * (HOUR / 2)),
    };
    const fine = { ...halves, curves: [{ name: "a", ...light, values: numbers(96, () => 100) }] };
    for (const series of [steady, fine])
      expect(byDays(series, 1)?.curves[0]).toMatchObject({ unit: "kWh/m²/d", values: [2.4, 2.4] });
  });

  it("leave out a day without one of its hours, which is counted; what the period cuts off is not", () => {
    const values = numbers(24 * 12, (i) => (i === 30 ? null : 5));
    const whole = byDays(hourly({}, values), 1)!;
    expect(whole.curves[0]?.values).toEqual([5, null, ...Array(10).fill(5)]);
    expect(whole.incomplete).toBe(1);
    const cut = byDays(
      hourly(
        {},
        numbers(24 * 12, () => 5),
        START + 5 * HOUR,
      ),
      1,
    )!;
    expect(cut.curves[0]?.values).toEqual([null, ...Array(11).fill(5), null]);
    expect(cut.incomplete).toBe(0);
  });

  it("are drawn as they are where most days lack values", () => {
    expect(
      byDays(
        hourly(
          {},
          numbers(24 * 12, (i) => (i % 24 === 3 ? null : 5)),
        ),
        1,
      ),
    ).toBeUndefined();
  });

  it("have days of 23 hours where clocks change, and every hour in one of them", () => {
    const from = Date.parse("2024-03-30T23:00Z");
    const series = {
      ...hourly(
        { daily: "sum", unit: "mm" },
        numbers(23 + 24, () => 1),
        from,
      ),
      zone: zurich,
    };
    const days = byDays(series, 1)!;
    expect(days.curves[0]?.values).toEqual([24, 24]);
    expect(Array.from(days.times, (time) => (time - from) / HOUR)).toEqual([11.5, 35]);
  });

  it("keep their sum, whatever the zone and the points", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 24 * 20, maxLength: 24 * 40 }),
        fc.constantFrom<Bin>(1, 7, 28),
        (values, bin) => {
          const whole = values.slice(0, Math.floor(values.length / 24 / bin) * 24 * bin);
          fc.pre(whole.length > 0);
          const days = byDays(hourly({ daily: "sum", unit: "mm" }, whole), bin)!;
          const sum = days.curves[0]!.values.reduce((all: number, value) => all + (value ?? 0) * bin, 0);
          expect(sum).toBeCloseTo(
            whole.reduce((all, value) => all + value, 0),
            0,
          );
        },
      ),
    );
  });
});

describe("panels", () => {
  const units = (...of: string[]) => of.map((unit) => ({ unit, values: [1] }));

  it("are low where all is 0, and are none without values", () => {
    const dark = panelsOf(
      [{ unit: "W/m²", values: [0, null, 0] }, ...units("°C"), { unit: "m/s", values: [null] }],
      200,
    );
    expect(dark.map(({ unit }) => unit)).toEqual(["W/m²", "°C"]);
    expect(dark[0]!.height).toBeLessThan(dark[1]!.height);
  });

  it("are one for each unit, light on top, without touching one another", () => {
    const panels = panelsOf(units("°C", "W/kWp", "W/m²", "m/s"), 200);
    expect(panels.map(({ unit }) => unit)).toEqual(["W/m²", "W/kWp", "°C", "m/s"]);
    panels.slice(1).forEach((panel, k) => {
      expect(panel.top).toBeGreaterThan(panels[k]!.top + panels[k]!.height);
    });
    expect(heightOf(panels, 200)).toBe(panels[3]!.top + panels[3]!.height);
    expect(panels[0]!.height).toBe(200);
  });

  it("hold all their values between their edges", () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: -500, max: 1000 }), fc.integer({ min: 1, max: 1000 })),
        fc.constantFrom("W/m²", "°C", "hPa"),
        ([least, span], unit) => {
          const panels = panelsOf(units("W/m²", unit, "m/s"), 200);
          const panel = panels.find((one) => one.unit === unit)!;
          const whole = heightOf(panels, 200);
          const [from, to] = stretched(panelScale(panel, [least, least + span]), panel, whole);
          const pixelOf = (value: number) => whole * (1 - (value - from) / (to - from));
          expect(pixelOf(least)).toBeLessThanOrEqual(panel.top + panel.height + 1e-6);
          expect(pixelOf(least + span)).toBeGreaterThanOrEqual(panel.top - 1e-6);
        },
      ),
    );
  });

  it("of temperatures need no 0, of light they do", () => {
    const panel = { unit: "°C", height: 80 };
    expect(panelScale(panel, [15, 31]).from).toBeGreaterThanOrEqual(10);
    expect(panelScale({ ...panel, unit: "W/m²" }, [15, 31]).from).toBe(0);
  });

  it("leave little of a low panel empty, and have two marks or more", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -40, max: 40, noNaN: true }),
        fc.double({ min: 0.5, max: 60, noNaN: true }),
        fc.integer({ min: 40, max: 240 }),
        (least, span, height) => {
          const { from, to, ticks } = panelScale({ unit: "°C", height }, [least, least + span]);
          expect(span / (to - from)).toBeGreaterThan(0.5);
          expect(ticks.length).toBeGreaterThanOrEqual(2);
        },
      ),
    );
    const { from, to } = panelScale({ unit: "°C", height: 55 }, [-7, 35]);
    expect([from, to]).toEqual([-10, 40]);
    expect(panelScale({ unit: "W/kWp", height: 115 }, [0, 270]).to).toBeLessThanOrEqual(300);
  });

  it("have the name of a curve that stands alone", () => {
    const curves = [
      { name: "Ground", unit: "W/m²" },
      { name: "Panel", unit: "W/m²" },
      { name: "Temperature", unit: "°C" },
    ];
    expect([panelTitle("W/m²", curves), panelTitle("°C", curves)]).toEqual(["W/m²", "Temperature, °C"]);
  });
});

describe("a zoom in the address", () => {
  const all = { from: START, to: START + 30 * DAY };

  it("comes back to the minute, and shows no less", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 29 * DAY }), fc.integer({ min: 1, max: DAY }), (at, span) => {
        const stretch = { from: START + at, to: START + at + span };
        const found = zoomOf(zoomText(stretch), all)!;
        expect(found.from).toBeLessThanOrEqual(stretch.from);
        expect(found.to).toBeGreaterThanOrEqual(Math.min(stretch.to, all.to));
        expect(found.to - found.from - span).toBeLessThanOrEqual(2 * 60_000);
      }),
    );
  });

  it("is left with its period, but for one that a link brings", () => {
    const zoom = "2024-03-02T00:00Z,2024-03-03T00:00Z";
    const store = new Store({ ...FIRST, room: "history", endpoint: "observation/historical", zoom });
    store.set({ lat: 47, frequency: "1_hour" });
    expect(store.state.zoom).toBe(zoom);
    store.set({ start: "2025-01-01", end: "2025-02-01" });
    expect(store.state.zoom).toBe("");
    store.set({ start: "2024-03-01", end: "2024-04-01", zoom });
    expect(store.state.zoom).toBe(zoom);
  });

  it("is all where it cannot be read, or where nothing of it is there", () => {
    const texts = ["", "yesterday", "2024-03-02", "2024-03-05T00:00Z,2024-03-02T00:00Z", "2020-01-01Z,2020-02-01Z"];
    expect(texts.map((text) => zoomOf(text, all))).toEqual(texts.map(() => undefined));
  });
});

describe("a day as it usually goes", () => {
  it("has the mean of each hour of the zone, by month too", () => {
    const answer = answered("2024-01-31T00:00:00Z", { [GHI]: numbers(48, (i) => (i % 24 === 12 ? 100 + i : 0)) });
    const { all, months } = profileOf(answer, answer.columns[0]!.values, zoneAt(1));
    expect(all[13]).toBe(124);
    expect([months[0]?.[13], months[1]?.[13]]).toEqual([112, 136]);
    expect(months[5]?.every((mean) => mean === null)).toBe(true);
  });
});

describe("a chart in words", () => {
  afterEach(() => speak("en"));
  const day = answered("2024-06-21T00:00:00Z", {
    [GHI]: numbers(24, (i) => (i === 12 ? 948 : i === 3 ? null : 0)),
    temperature: numbers(24, (i) => i - 3.5),
  });
  const shown = day.parameters.map((column) => shownColumn(day, column, FIRST));

  it("says the peak with its time, the sum, the coldest and the warmest, and what is missing", () => {
    expect(curvesSummary(day, shown, UTC)).toBe(
      "Sunlight on level ground (GHI): 948 W/m² at most (21 June 2024, 12:00), 0.95 kWh/m² in all. " +
        "Temperature: from −3.5 °C (21 June 2024, 00:00) to 19.5 °C (21 June 2024, 23:00), 8.0 °C on average. " +
        "Missing values: 1 of 24; the curves have gaps there.",
    );
  });

  it("does not miss what is still to come", () => {
    const soon = answered("2024-06-21T00:00:00Z", { [GHI]: [1, 2, null] });
    const told = (now: string) =>
      curvesSummary(soon, [shownColumn(soon, soon.parameters[0]!, FIRST)], UTC, Date.parse(now));
    expect(told("2024-06-21T02:30Z")).not.toContain("Missing");
    expect(told("2024-06-21T03:00Z")).toContain("Missing values: 1 of 3");
  });

  it("says so in German, too", async () => {
    await speak("de");
    expect(curvesSummary(day, shown, UTC)).toContain(
      "höchstens 948 W/m² (21. Juni 2024, 12:00), zusammen 0,95 kWh/m².",
    );
  });

  it.each([
    ["Longyearbyen, in December", 78.2, "2024-12-21", 24, /^The sun does not rise in this period\.$/],
    ["the South Pole, in June", -90, "2024-06-21", 72, /^The sun does not rise in this period\.$/],
    // 10:44 to 12:18 on the first of the days (pvlib's SPA).
    ["Tromsø, where it rises for an hour and a half", 69.65, "2026-11-25", 72, /^The sun rises for a short time/],
    ["Tromsø, when it has just gone", 69.65, "2026-11-28", 24, /^The sun does not rise/],
    ["the equator, where a sensor is dead", 0, "2024-12-21", 72, /^$/],
    ["Longyearbyen in an hour", 78.2, "2024-12-21", 1, /^$/],
  ])("without light says what the sun does: %s", (_, lat, date, hours, expected) => {
    const night = answered(`${date}T00:00:00Z`, { [GHI]: numbers(hours, () => 0) });
    const there = { ...night, place: { lat, lon: 18.96, altitude: 0 } };
    const told = curvesSummary(there, [shownColumn(night, night.parameters[0]!, FIRST)], UTC);
    expect(told).toMatch(/^Sunlight on level ground \(GHI\): no light in this period\./);
    expect(told.replace(/^.*?period\. ?/, "")).toMatch(expected);
  });

  it("knows a column without values", () => {
    expect(factsOf([null, null])).toMatchObject({ most: undefined, least: undefined, missing: 2 });
    expect(
      durationSummary(
        durationOf([null], () => 1),
        { ...shown[0]!, values: [null] },
      ),
    ).toMatch(/no values/);
  });

  it("says what stands out of months and of years", () => {
    const hours = (366 + 365) * 24;
    const years = answered("2024-01-01T00:00:00Z", { [GHI]: numbers(hours, (i) => (i < 366 * 24 ? 100 : 110)) });
    const column = years.parameters[0]!;
    const months = monthsOf(years, UTC);
    const values = months.map((month) => monthlyValue(years, column, month));
    expect(monthsSummary(column, months, values)).toBe(
      "1,842 kWh/m² in all. Highest in Jan 2025 (81.8 kWh/m²), lowest in Feb 2024 (69.6 kWh/m²).",
    );
    expect(yearsSummary(column, yearsOf(years, column, UTC))).toBe(
      "Highest year 2025 (964 kWh/m²), lowest 2024 (878 kWh/m²); mean of whole years 921 kWh/m².",
    );
  });

  it("says for how long a value is reached", () => {
    const duration = durationOf(
      numbers(100, (i) => i),
      () => 1,
    );
    expect([0.1, 0.5, 1].map((share) => valueAtShare(duration, share))).toEqual([90, 50, 0]);
    expect(durationSummary(duration, shown[0]!)).toContain("half of the time at least 50.0 W/m²");
  });

  it("has three digits, and the name that people use", () => {
    expect([0, 5.236, 27.34, 1097.2].map((value) => amount(value, "kWh/m²"))).toEqual([
      "0 kWh/m²",
      "5.24 kWh/m²",
      "27.3 kWh/m²",
      "1,097 kWh/m²",
    ]);
    expect(amount(-3.14, "°C")).toBe("−3.1 °C");
    expect(nameOf("global_tilted_irradiance_with_shading")).toBe("Sunlight on the panel (GTI), behind the horizon");
    expect(nameOf("something_new")).toBe("Something new");
  });
});
