/** Weather for any hour keeps its bits, whatever was asked before it. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SyntheticWeather } from "../../../../src/answers/climate/index.js";
import { SYNTHETIC_ALGORITHM } from "../../../../src/answers/climate/synthetic/weather.js";
import { loadWorldClimate, openClimatology } from "../../../../src/data/climatology/index.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { DAY, HOUR, MINUTE } from "../../../../src/foundation/time/calendar.js";

const PLACES = 240;
const LENGTHS = [1, 2, 5, 30, 62, 366, 500];

/**
 * Of all hours, minutes and forecasts below; that of algorithm 4 was found by the code of commit b837264d3, too, which drew the whole
 * chain of every place and the clear sky of its year. It changes with SYNTHETIC_ALGORITHM.
 */
const DIGEST = { algorithm: "5", sha256: "54bde9afbee44ce27ed97ede85057cf79621f9a8a570e0559ae8e823f725d9c4" };

const random = new Random(2026);
const share = (place: number, what: number) => random.uniform(1, place, what, 0);

/** Two thirds of them within the polar circles, some on the date line, at the poles, and in the tropics. */
function placeNumber(k: number): { latitude: number; longitude: number } {
  const polar = 62 + 28 * share(k, 1);
  const turned = share(k, 2) < 0.5 ? -1 : 1;
  const latitude = k % 24 === 0 ? 90 * turned : k % 3 === 0 ? 124 * share(k, 3) - 62 : polar * turned;
  const longitude = k % 12 === 1 ? 180 * turned : 360 * share(k, 4) - 180;
  return { latitude: Math.round(latitude * 1e4) / 1e4, longitude: Math.round(longitude * 1e4) / 1e4 };
}

async function openWeather() {
  const [world, maps] = await Promise.all([loadWorldClimate(), openClimatology()]);
  return ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    const climate = world.at(latitude, longitude);
    const turbidity = Array.from(maps.linkeTurbidity(latitude, longitude));
    return new SyntheticWeather({ latitude, longitude, altitude: climate.altitude, turbidity }, climate);
  };
}

/** Begins at any minute of any hour from 1950 to 2050. */
function periodOf(k: number): { start: number; end: number } {
  const start =
    Math.floor(share(k, 5) * 100 * 365.25) * DAY + Date.UTC(1950, 0, 1) + Math.floor(share(k, 6) * 1440) * MINUTE;
  // Long ones at some places only.
  const days = LENGTHS[k % (k % 10 === 0 ? LENGTHS.length : 4)]!;
  return { start, end: start + days * DAY };
}

describe("synthetic weather", () => {
  it(`has the bits that it had, at ${PLACES} places`, async () => {
    const weatherAt = await openWeather();
    const digest = createHash("sha256");
    for (let k = 0; k < PLACES; k++) {
      const weather = weatherAt(placeNumber(k));
      const { start, end } = periodOf(k);
      const hours = weather.hours(start, end);
      digest.update(hours.globalHorizontal).update(hours.temperature);
      digest.update(weather.minutes(start, Math.min(end, start + 2 * DAY)).globalHorizontal);
      const run = weather.forecast(start - 6 * HOUR, start, Math.min(end, start + 5 * DAY));
      digest.update(run.globalHorizontal).update(run.temperature);
    }
    expect({ algorithm: SYNTHETIC_ALGORITHM, sha256: digest.digest("hex") }).toEqual(DIGEST);
  });

  it("is the same in any order, and between requests for other places", async () => {
    const weatherAt = await openWeather();
    const places = [placeNumber(1), placeNumber(3), { latitude: 47.4, longitude: 8.5 }];
    const start = Date.UTC(2025, 2, 28, 5);
    const asks = [
      (of: SyntheticWeather) => of.hours(start, start + DAY),
      (of: SyntheticWeather) => of.minutes(start, start + DAY),
      (of: SyntheticWeather) => of.forecast(start - HOUR, start + 6 * HOUR, start + 2 * DAY),
      (of: SyntheticWeather) => of.hours(start - 3 * DAY, start + 4 * DAY),
      (of: SyntheticWeather) => of.minutes(start + 2 * HOUR, start + 3 * HOUR),
      (of: SyntheticWeather) => of.hours(start - 20 * DAY, start + 20 * DAY),
    ];
    const alone = asks.map((ask) => places.map((place) => ask(weatherAt(place))));
    const kept = places.map(weatherAt);
    const order = [3, 1, 0, 5, 4, 2, 1, 3, 0, 2];
    for (const k of order) expect(kept.map((weather) => asks[k]!(weather))).toEqual(alone[k]);
  });
});
