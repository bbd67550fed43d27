/** Calendar days of a forecast: the clocks of a place, with their changes. */
import { describe, expect, test } from "vitest";
import { energyOf, localDays } from "../../../../src/answers/yield/forecast/days.js";
import { fixedZone, zoneNamed } from "../../../../src/foundation/time/zone.js";

const HOUR = 3_600_000;
const at = (text: string) => Date.parse(text);

test("have 23, 24 and 25 hours where clocks change", () => {
  const zone = zoneNamed("Europe/Berlin")!;
  const lengths = (from: string, to: string) =>
    localDays({ start: at(from), end: at(to) }, zone).map(({ date, start, end }) => [date, (end - start) / HOUR]);
  expect(lengths("2026-03-28T12:00Z", "2026-03-30T12:00Z")).toEqual([
    ["2026-03-28", 24],
    ["2026-03-29", 23],
    ["2026-03-30", 24],
  ]);
  expect(lengths("2026-10-24T22:00Z", "2026-10-25T23:00Z")).toEqual([["2026-10-25", 25]]);
});

test("begin at midnight of zones of half hours, and of those whose midnight is skipped", () => {
  const days = localDays({ start: at("2026-06-21T18:29Z"), end: at("2026-06-21T18:31Z") }, zoneNamed("+05:30")!);
  expect(days.map(({ date }) => date)).toEqual(["2026-06-21", "2026-06-22"]);
  expect(days[1]!.start).toBe(at("2026-06-21T18:30Z"));
  // Beirut's clocks go from 0 to 1 o'clock.
  const [skipped] = localDays(
    { start: at("2026-03-29T10:00Z"), end: at("2026-03-29T11:00Z") },
    zoneNamed("Asia/Beirut")!,
  );
  expect([skipped!.date, (skipped!.end - skipped!.start) / HOUR]).toEqual(["2026-03-29", 23]);
});

describe("energies", () => {
  const start = at("2026-06-21T00:00Z");
  const rows = { start, step: HOUR, acPower: new Float64Array(24).fill(1000), latitude: 50, longitude: 0 };
  const [day] = localDays({ start, end: start + 1 }, fixedZone(0));

  test("count rows by their share of the day, and from now on", () => {
    expect(energyOf(rows, day!, start + 10.25 * HOUR)).toMatchObject({ energy: 24, remaining: 13.75, missing: 0 });
    const half = { ...rows, start: start - HOUR / 2, acPower: new Float64Array(25).fill(1000) };
    expect(energyOf(half, day!, start).energy).toBeCloseTo(24, 12);
    expect(energyOf(rows, day!, start + 30 * HOUR).remaining).toBe(0);
    expect(energyOf(rows, day!, start - 30 * HOUR).remaining).toBe(24);
  });

  test("are not known where much of the light is missing, and are where only the night is", () => {
    const lacking = (hour: number) => ({ ...rows, acPower: rows.acPower.with(hour, Number.NaN) });
    expect(energyOf(lacking(12), day!, start)).toMatchObject({ energy: null, remaining: null });
    expect(energyOf(lacking(1), day!, start)).toMatchObject({ energy: 23, missing: 0 });
    expect(energyOf(lacking(12), day!, start + 14 * HOUR)).toMatchObject({ energy: null, remaining: 10 });
    // In the polar night all hours count alike.
    const polar = { ...lacking(12), latitude: -85 };
    expect(energyOf(polar, day!, start).missing).toBeCloseTo(1 / 24, 12);
  });
});
