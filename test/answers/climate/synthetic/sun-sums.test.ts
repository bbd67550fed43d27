/** Sums of a year's days without its clear sky and without its dark instants, against all minutes of the clear sky. */
import { describe, expect, it } from "vitest";
import { startOfDay, yearCalendar } from "../../../../src/answers/climate/generation/calendar.js";
import { computeEnvelope, EnvelopeSky } from "../../../../src/answers/climate/generation/envelope.js";
import { sunSums } from "../../../../src/answers/climate/synthetic/weather.js";
import { MINUTE } from "../../../../src/foundation/time/calendar.js";
import { airmassOfSine } from "../../../../src/physics/models/clear-sky/clearest.js";
import { skyRoom } from "../../../../src/physics/sky/sun-and-sky.js";

/** Most of them where the sun does not set, does not rise, or does so for minutes. */
const PLACES: readonly (readonly [latitude: number, longitude: number, altitude: number])[] = [
  [90, 0, 0],
  [-90, 0, 2800],
  [89.9, 120, 0],
  [-89.5, -60, 2700],
  [87.25, 12.5, 0],
  [83.6, -32, 20],
  [-80, 77, 3500],
  [78.2, 15.6, 400],
  [-75.1, 123.3, 3200],
  [71.3, -156.8, 5],
  [69.65, 18.96, 100],
  [67.9, 180, 0],
  [-67.5, -180, 0],
  [66.56, 25.7, 90],
  [66.1, -23, 0],
  [65.7, 24.1, 10],
  [-65.2, -64, 10],
  [63.4, 10.4, 50],
  [59.9, 10.7, 20],
  [51.5, 0, 30],
  [36.1, -79.95, 240],
  [0, 37, 1700],
  [-33.9, 151.2, 30],
  [-53.2, -70.9, 30],
];
const NODES = [7, 22, 37, 52];

/** As the generator has them: an hour of full light by four of its minutes, one of sunrise or sunset by all sixty. */
function plainDay(sky: EnvelopeSky, start: number): { extraterrestrial: number; clean: number } {
  const { time, sine } = sky;
  for (let minute = 0; minute < 1440; minute++) time[minute] = start + (minute + 0.5) * MINUTE;
  sky.computeUnder(3, 1440);
  const day = { extraterrestrial: 0, clean: 0 };
  for (let hour = 0; hour < 24; hour++) {
    const nodes = NODES.map((minute) => hour * 60 + minute);
    const lit = nodes.filter((minute) => sine[minute]! > 0).length;
    if (lit === 0) continue;
    const minutes = lit === NODES.length ? nodes : Array.from({ length: 60 }, (_, minute) => hour * 60 + minute);
    const above = minutes.reduce((sum, minute) => sum + sky.extraterrestrial[minute]!, 0);
    const heights = minutes.map((minute) => sine[minute]!).filter((height) => height > 0);
    const height = heights.reduce((sum, one) => sum + one, 0) / heights.length;
    day.extraterrestrial += above / minutes.length;
    day.clean += (above * sky.clean(airmassOfSine(height))) / minutes.length;
  }
  return day;
}

describe("sums of the sun's days", () => {
  it.each(PLACES)("have at %d, %d every minute that has light", (latitude, longitude, altitude) => {
    const site = { latitude, longitude, altitude };
    for (const year of [2005, 2024]) {
      const calendar = yearCalendar(year, Math.round(longitude / 15));
      const sums = sunSums(new EnvelopeSky(site, "ineichen"), calendar);
      const sky = new EnvelopeSky(site, "ineichen");
      for (let day = year === 2005 ? 0 : 50; day < (year === 2005 ? 365 : 70); day++) {
        const { extraterrestrial, clean } = plainDay(sky, startOfDay(calendar, day));
        expect([day, sums.extraterrestrial[day], sums.clean[day]]).toEqual([day, extraterrestrial, clean]);
      }
    }
  });

  it("are the same in room that another place used", () => {
    const room = skyRoom(1440);
    const calendar = yearCalendar(2005, 0);
    const alone = sunSums(new EnvelopeSky({ latitude: 50, longitude: 10, altitude: 300 }, "ineichen"), calendar);
    const shared = new EnvelopeSky({ latitude: 50, longitude: 10, altitude: 300 }, "ineichen", room);
    sunSums(new EnvelopeSky({ latitude: -70, longitude: 100, altitude: 3000 }, "ineichen", room), calendar);
    expect(sunSums(shared, calendar)).toEqual(alone);
  });
});

it.each([
  [80.5, 20],
  [69, -150],
  [-66.7, 140],
  [48, 11],
])("hours of an envelope are those of its minutes at %d, %d", (latitude, longitude) => {
  const calendar = yearCalendar(2005, Math.round(longitude / 15));
  const of = (minutes: boolean) =>
    computeEnvelope({ latitude, longitude, altitude: 0 }, calendar, "ineichen", new Array(12).fill(3), minutes);
  expect({ ...of(false), minutes: null }).toEqual({ ...of(true), minutes: null });
});
