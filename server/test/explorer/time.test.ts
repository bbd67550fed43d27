/** Clocks against Python's zoneinfo, where they are changed; times as people type them; periods by a word. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { zoneOf } from "../../explorer/chart/months.js";
import {
  chosenZone,
  clockText,
  DAY,
  dateText,
  dayNumber,
  guessedZone,
  HOUR,
  localOf,
  MINUTE,
  midnight,
  offsetLabel,
  startOfDay,
  timeText,
  timeTicks,
  UTC,
  type Zone,
  zoneAt,
  zoneOfName,
} from "../../explorer/chart/time.js";
import { ENDPOINT_PATHS, endpointOf } from "../../explorer/state/state.js";
import {
  partChosen,
  partOfYear,
  presetsOf,
  stepFor,
  windowOf,
  wrongPeriod,
  yearsOf,
} from "../../explorer/time/presets.js";
import { dateOf, type Edge, instantOf, relativeParts, timeOf } from "../../explorer/time/read-time.js";
import { fieldText } from "../../explorer/time/span.js";
import { answered, GHI } from "./answered.js";

interface Fixture {
  readonly around: readonly number[];
  readonly zones: readonly { readonly zone: string; readonly changes: readonly (readonly [number, ...string[]])[] }[];
}
/** Made by fixtures/time/clocks.py. */
const FIXTURE: Fixture = JSON.parse(
  readFileSync(new URL("../../../fixtures/time/clocks.json", import.meta.url), "utf8"),
);
const named = (name: string) => zoneOfName(name, Date.UTC(2024, 0), Date.UTC(2025, 0)) as Zone;
const zurich = named("Europe/Zurich");

describe("clocks where they are changed", () => {
  it("are those of twenty zones and more", () => expect(FIXTURE.zones.length).toBeGreaterThanOrEqual(20));

  it.each(FIXTURE.zones)("$zone", ({ zone: name, changes }) => {
    const zone = named(name);
    expect(changes.length).toBeGreaterThan(0);
    for (const [at, ...shown] of changes) {
      shown.forEach((text, k) => {
        const time = (at + (FIXTURE.around[k] as number)) * 1000;
        const local = Date.parse(`${text.slice(0, 19)}Z`);
        const clock = text.slice(17, 19) === "00" ? text.slice(11, 16) : text.slice(11, 19);
        const moments = zone.momentsOf(local);
        expect(zone.offsetAt(time), text).toBe(local - time);
        expect(dateText(time, zone)).toBe(text.slice(0, 10));
        expect(clockText(time, zone)).toBe(moments.length > 1 ? `${clock} ${offsetLabel(local - time)}` : clock);
        expect(moments).toContain(time);
        expect(zone.momentOf(local)).toBe(moments[0]);
      });
      const [before, after] = [zone.offsetAt(at * 1000 - 1), zone.offsetAt(at * 1000)];
      const middle = at * 1000 + (before + after) / 2;
      // What lies between both offsets is jumped over, or comes twice.
      expect(zone.momentsOf(middle).length).toBe(after > before ? 0 : 2);
    }
  });

  it("tell the two passes of an hour apart", () => {
    const first = Date.UTC(2024, 9, 27, 0, 30);
    expect([first, first + HOUR, first + 2 * HOUR].map((time) => timeText(time, zurich))).toEqual([
      "2024-10-27 02:30 UTC+2",
      "2024-10-27 02:30 UTC+1",
      "2024-10-27 03:30",
    ]);
    const lordHowe = named("Australia/Lord_Howe");
    const again = Date.UTC(2024, 3, 6, 14, 45);
    expect([again, again + HOUR / 2].map((time) => clockText(time, lordHowe))).toEqual([
      "01:45 UTC+11",
      "01:45 UTC+10:30",
    ]);
  });

  it.each([
    ["Europe/Zurich", "2024-03-31", 23],
    ["Europe/Zurich", "2024-10-27", 25],
    ["Australia/Lord_Howe", "2024-04-07", 24.5],
    ["America/Havana", "2024-03-10", 23],
    ["Antarctica/Troll", "2024-03-31", 22],
    ["Pacific/Apia", "2011-12-29", 24],
  ])("%s: %s has %d hours", (name, date, hours) => {
    const zone = named(name);
    const number = Date.parse(date) / DAY;
    const [from, to] = [startOfDay(number, zone), startOfDay(number + 1, zone)];
    expect((to - from) / HOUR).toBe(hours);
    for (const time of [from, from + HOUR, to - 1]) {
      expect([dayNumber(time, zone), midnight(time, zone)]).toEqual([number, from]);
    }
  });

  it("that left out a date have none: 30 December 2011 in Apia", () => {
    const apia = named("Pacific/Apia");
    const number = Date.UTC(2011, 11, 30) / DAY;
    expect(startOfDay(number, apia)).toBe(startOfDay(number + 1, apia));
    expect(dateText(startOfDay(number, apia), apia)).toBe("2011-12-31");
  });
});

describe("marks on an axis of time", () => {
  const texts = (from: number, hours: number, most: number, zone: Zone) =>
    timeTicks(from, from + hours * HOUR, most, zone).map(({ label }) => label);

  it("stand at each hour there is: one is left out in spring, and one comes twice in autumn", () => {
    expect(texts(startOfDay(Date.UTC(2024, 2, 31) / DAY, zurich), 4, 5, zurich)).toEqual([
      ...["31 Mar", "01:00", "03:00", "04:00", "05:00"],
    ]);
    expect(texts(startOfDay(Date.UTC(2024, 9, 27) / DAY, zurich), 4, 5, zurich)).toEqual([
      ...["27 Oct", "01:00", "02:00 UTC+2", "02:00 UTC+1", "03:00"],
    ]);
  });

  it("stand at the place's own midnights, before and after a change, and where a day has no midnight", () => {
    const from = startOfDay(Date.UTC(2024, 2, 29) / DAY, zurich);
    const ticks = timeTicks(from, from + 5 * DAY, 6, zurich);
    expect(ticks.map(({ at }) => clockText(at, zurich))).toEqual(Array(ticks.length).fill("00:00"));
    expect(ticks.map(({ at }) => (at - from) / HOUR)).toEqual([0, 24, 48, 71, 95, 119]);
    const havana = named("America/Havana");
    const days = timeTicks(Date.UTC(2024, 2, 8, 5), Date.UTC(2024, 2, 12, 5), 6, havana);
    expect(days.map(({ at, label }) => [label, clockText(at, havana)])).toContainEqual(["10 Mar", "01:00"]);
  });

  it("are in order and within the axis in every zone", () => {
    const draw = randomNumbers(7);
    for (const { zone: name, changes } of FIXTURE.zones) {
      const zone = named(name);
      for (const [at] of changes.slice(-3)) {
        const from = at * 1000 - draw() * 30 * HOUR;
        const to = from + HOUR + draw() * 60 * HOUR;
        const times = timeTicks(from, to, 12, zone).map((tick) => tick.at);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
        expect(times.every((time) => time >= from && time <= to)).toBe(true);
      }
    }
  });
});

describe("the zone of an answer", () => {
  const answer = (start: string, name?: string) => {
    const found = answered(start, { [GHI]: [1, 2] }, 1, 8.5);
    return { ...found, zoneName: name };
  };

  it("is the place's own clock, told by its offsets and its name", () => {
    expect(zoneOf({ zone: "local" }, answer("2024-01-01T00:00:00Z", "Europe/Zurich")).label).toBe(
      "UTC+1, Europe/Zurich",
    );
    const change = answer("2024-03-31T00:00:00Z", "Europe/Zurich");
    expect(zoneOf({ zone: "local" }, change).label).toBe("UTC+1 / UTC+2, Europe/Zurich");
    expect(zoneOf({ zone: "standard" }, change).label).toBe("UTC+1");
    expect(zoneOf({ zone: "utc" }, change)).toBe(UTC);
  });

  it("is standard time where the name is not told or not known, and of climate years", () => {
    expect(zoneOf({ zone: "local" }, answer("2024-07-01T00:00:00Z")).label).toBe("UTC+1");
    expect(zoneOf({ zone: "local" }, answer("2024-07-01T00:00:00Z", "Mars/Base")).label).toBe("UTC+1");
    for (const [path, isYearless] of [
      ["climate/amy", undefined],
      ["climate/tmy", true],
    ] as const) {
      const year = { ...answered("2005-07-01T00:00:00Z", { [GHI]: [1] }, 1, 8.5, path), zoneName: "Europe/Zurich" };
      expect(zoneOf({ zone: "local" }, year)).toMatchObject({ label: "UTC+1", ...(isYearless && { isYearless }) });
    }
  });

  it("at sea has no name: those of the database have the opposite sign", () => {
    expect(chosenZone("local", { zoneName: "Etc/GMT+3", hours: -3, lon: -45 }, 0, 0).label).toBe("UTC−3");
    expect(guessedZone({ lon: 151, zone: "local" }).label).toBe("UTC+10");
    expect(guessedZone({ lon: 151, zone: "utc" })).toBe(UTC);
  });
});

describe("a time in a field of the browser", () => {
  it("is of the place's clock, and comes back as the same moment", () => {
    const draw = randomNumbers(3);
    for (let k = 0; k < 2000; k++) {
      const edge: Edge = k % 2 ? "start" : "end";
      const time = Date.UTC(1990, 0) + Math.floor(draw() * 15_000) * DAY + Math.floor(draw() * 1440) * MINUTE;
      const iso = new Date(time).toISOString();
      for (const text of [iso.slice(0, 10), iso.slice(0, 16), `${iso.slice(0, 16)}Z`]) {
        const again = timeOf(fieldText(text, edge, true, 0, zurich), edge === "end" ? "start" : edge);
        const at = instantOf(text, 0, zurich);
        // Of an hour that clocks show twice the first pass is taken.
        const isTwice = zurich.momentsOf(localOf(at, zurich)).length > 1;
        if (!isTwice) expect(instantOf(again, 0, zurich), `${text} ${edge}`).toBe(at);
      }
      const day = iso.slice(0, 10);
      expect(timeOf(fieldText(day, edge, false, 0, zurich), edge), edge).toBe(day);
    }
  });

  it("has an end that is a date by its last day, and what is relative to now by its date", () => {
    const now = Date.parse("2026-06-21T10:00Z");
    expect(fieldText("2026-01-01", "end", false, now, zurich)).toBe("2025-12-31");
    expect(timeOf("2025-12-31", "end")).toBe("2026-01-01");
    expect(timeOf("2025-12-31", "start")).toBe("2025-12-31");
    expect(fieldText("-7days", "end", false, now, zurich)).toBe("2026-06-14");
    expect(fieldText("now", "end", true, now, zurich)).toBe("2026-06-21T12:00");
    expect([timeOf("2025-01-01T00:00", "start"), timeOf("2025-01-01T06:00", "end")]).toEqual([
      "2025-01-01",
      "2025-01-01T06:00",
    ]);
    expect([fieldText("", "start", true, now, zurich), timeOf("", "end")]).toEqual(["", ""]);
    expect(relativeParts("-3days")).toEqual({ sign: "-", count: 3, unit: "day" });
  });
});

describe("periods by a word", () => {
  const spans = ENDPOINT_PATHS.filter((path) => endpointOf(path).period === "span");
  const days = [
    "2026-06-21T10:00Z",
    "2026-01-03T10:00Z",
    "2026-01-09T00:30Z",
    "2024-02-29T23:30Z",
    "2026-12-31T23:59Z",
  ];
  const zones = [zurich, named("Pacific/Apia"), named("America/St_Johns"), zoneAt(-11)];

  it.each(spans)("of %s are ones that the service has", (endpoint) => {
    for (const now of days.map(Date.parse)) {
      for (const zone of zones) {
        const today = dayNumber(now, zone);
        const years = /training|historical/.test(endpoint)
          ? yearsOf(endpoint, today).flatMap((year) =>
              [undefined, 0, 11].map((month) => ({
                name: `${year} ${month}`,
                ...partOfYear(year, month, undefined, today),
              })),
            )
          : [];
        const past = (period: { start: string }) => instantOf(period.start, now, zone) <= now - 8 * DAY;
        for (const { name, start, end } of [...presetsOf(endpoint, today), ...years.filter(past)]) {
          expect(wrongPeriod({ endpoint, start, end }, now, zone), `${name}: ${start} to ${end}`).toBeUndefined();
        }
      }
    }
  });

  it("begin and end at the place's own midnights", () => {
    const today = Date.UTC(2026, 5, 21) / DAY;
    const yesterday = presetsOf("observation/realtime", today).find(({ name }) => name === "yesterday");
    expect(yesterday).toMatchObject({ start: "2026-06-20", end: "2026-06-21" });
    expect(instantOf("2026-06-20", 0, zurich)).toBe(Date.UTC(2026, 5, 19, 22));
    expect(presetsOf("observation/historical", today).map(({ name, start, end }) => [name, start, end])).toEqual([
      ["last30", "-37days", "-7days"],
      ["thisYear", "2026-01-01", "-7days"],
      ["lastYear", "2025-01-01", "2026-01-01"],
      ["all", "2020-01-01", "-7days"],
    ]);
    expect(presetsOf("climate/tmy", today)).toEqual([]);
    expect(dateOf(today)).toBe("2026-06-21");
  });

  it("of a year, a month or a day are found again in their fields", () => {
    const today = Date.UTC(2026, 5, 21) / DAY;
    const years = yearsOf("observation/historical", today);
    expect([years[0], years.at(-1)]).toEqual([2026, 2020]);
    for (const [year, month, day] of [
      [2024, undefined, undefined],
      [2024, 1, undefined],
      [2024, 1, 29],
      [2026, undefined, undefined],
    ] as const) {
      const { start, end } = partOfYear(year, month, day, today);
      expect(partChosen({ start, end }, years, today)).toEqual({
        year,
        ...(month !== undefined && { month }),
        ...(day !== undefined && { day }),
      });
    }
    expect(partOfYear(2023, 1, 31, today)).toEqual({ start: "2023-02-28", end: "2023-03-01" });
    expect(partChosen({ start: "-7days", end: "now" }, years, today)).toBeUndefined();
    expect(partChosen({ start: "2024-01-01", end: "2024-01-15" }, years, today)).toBeUndefined();
  });

  it("that cannot be are told, at the end where it is wrong", () => {
    const now = Date.parse("2026-06-21T10:00Z");
    const wrong = (start: string, end: string) =>
      wrongPeriod({ endpoint: "observation/historical", start, end }, now, zurich);
    expect(wrong("2025-02-01", "2025-01-01")).toEqual({ edge: "end", wrong: "order" });
    expect(wrong("2025-02-01", "2025-02-01")).toEqual({ edge: "end", wrong: "order" });
    expect(wrong("2020-01-01", "2021-01-01")).toBeUndefined();
    expect(wrong("2019-12-01", "2025-01-01")).toEqual({ edge: "start", wrong: "early" });
    expect(wrong("2025-01-01", "2026-06-21")).toEqual({ edge: "end", wrong: "late" });
    expect(wrong("2025-01-01", "2026-01-01")).toBeUndefined();
    expect(windowOf("forecast/basic", now, zurich).to).toBe(now + 14 * DAY);
  });

  it("keep the step, unless it is longer than they are or makes too many rows", () => {
    const step = (days: number, present: string) => stepFor("observation/historical", days * DAY, present);
    expect([step(365, "15_minutes"), step(2500, "15_minutes"), step(1, "1_month"), step(31, "1_month")]).toEqual([
      ...["15_minutes", "1_hour", "15_minutes", "1_month"],
    ]);
    expect(step(Number.NaN, "1_day")).toBe("1_day");
    // Days are few points of a short period.
    expect([step(365, "1_day"), step(32, "1_day"), step(31, "1_day"), step(7, "1_hour")]).toEqual([
      "1_day",
      "1_day",
      "15_minutes",
      "1_hour",
    ]);
  });
});
