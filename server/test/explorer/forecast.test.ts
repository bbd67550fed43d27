/** The next days in numbers, and what is said of a run. */
import { describe, expect, it } from "vitest";
import { HOUR, UTC, zoneAt } from "../../explorer/chart/time.js";
import { dayLights, nearness } from "../../explorer/rooms/forecast/days.js";
import { runWords } from "../../explorer/rooms/forecast/words.js";
import { zoneOfName } from "../../explorer/time/zone.js";
import { answered, GHI } from "./answered.js";

/** W/m²: 100 in every hour, so that a day has 2.4 kWh/m². */
const hours = (start: string, count: number, value: number | null = 100) =>
  answered(start, { [GHI]: Array(count).fill(value), pv_production: Array(count).fill(50) });

describe("the next days", () => {
  it("are whole days of the forecast, the first with what was observed of it", () => {
    const forecast = hours("2026-06-21T08:00:00Z", 72);
    const observed = hours("2026-06-20T08:00:00Z", 25, 200);
    const [today, tomorrow, third, ...more] = dayLights(forecast, observed, UTC);
    expect(more).toEqual([]);
    // Eight hours of 200 observed, sixteen of 100 forecast; the observation beyond the forecast's begin does not count twice.
    expect(today?.level).toBeCloseTo(8 * 0.2 + 16 * 0.1, 12);
    expect(today).toMatchObject({
      from: Date.parse("2026-06-21T00:00Z"),
      forecastFrom: Date.parse("2026-06-21T08:00Z"),
    });
    expect(today?.power).toBeCloseTo(1.2, 12);
    expect(today?.plane).toBeUndefined();
    expect(tomorrow?.level).toBeCloseTo(2.4, 12);
    expect(tomorrow?.forecastFrom).toBe(tomorrow?.day);
    expect(third?.day).toBe(Date.parse("2026-06-23T00:00Z"));
  });

  it("begin with the forecast where nothing, or not all, was observed", () => {
    const forecast = hours("2026-06-21T08:00:00Z", 72);
    for (const observed of [undefined, hours("2026-06-21T03:00:00Z", 5), hours("2026-06-20T08:00:00Z", 24, null)]) {
      const [today] = dayLights(forecast, observed, UTC);
      expect(today).toMatchObject({ from: Date.parse("2026-06-21T08:00Z") });
      expect(today?.level).toBeCloseTo(1.6, 12);
    }
  });

  it("have no number where the forecast has a gap", () => {
    const forecast = answered("2026-06-21T00:00:00Z", {
      [GHI]: [...Array(30).fill(100), null, ...Array(17).fill(100)],
    });
    const [first, second] = dayLights(forecast, undefined, UTC);
    expect(first?.level).toBeCloseTo(2.4, 12);
    expect(second?.level).toBeUndefined();
  });

  it("are those of the place's clock, 25 hours long where it is set back", () => {
    const zurich = zoneOfName("Europe/Zurich", Date.UTC(2026, 0), Date.UTC(2027, 0))!;
    const [first, second] = dayLights(hours("2026-10-24T22:00:00Z", 50), undefined, zurich);
    expect(first?.level).toBeCloseTo(2.5, 12);
    expect(second?.level).toBeCloseTo(2.4, 12);
    const now = Date.parse("2026-10-25T22:30:00Z");
    expect([first, second].map((day) => nearness(day!, now, zurich))).toEqual(["today", "tomorrow"]);
    expect(dayLights(hours("2026-06-21T00:00:00Z", 23), undefined, zoneAt(0))).toEqual([]);
  });

  it("are behind the horizon where there is one", () => {
    const both = answered("2026-06-21T00:00:00Z", {
      [GHI]: Array(24).fill(100),
      [`${GHI}_with_shading`]: Array(24).fill(80),
    });
    expect(dayLights(both, undefined, UTC)[0]?.level).toBeCloseTo(1.92, 12);
  });
});

it("a run is told with its time, its age and what was changed of it", () => {
  const source = { dataset: "GFS", run: "2026-06-21T00:00:00Z", corrections: ["moved by 2 km"] };
  const answer = { ...hours("2026-06-21T08:00:00Z", 2), sources: [source, source] } as never;
  const at = (ms: number) => runWords(answer, UTC, Date.parse(source.run) + ms);
  expect(at(7.9 * HOUR)).toEqual(["GFS: run of 2026-06-21 00:00, UTC, 7 h old. Changed: moved by 2 km."]);
  expect(at(0.5 * HOUR)[0]).toContain("30 min old");
  expect(runWords({ ...hours("2026-06-21T08:00:00Z", 2) }, UTC, 0)).toEqual([]);
});
