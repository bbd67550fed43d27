/** Places of stations and sites, found in squares: the nearest of all, as if each had been looked at. */
import { expect, it } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { scatteredPlaces } from "../src/cf/places.js";
import { distanceKm } from "../src/source.js";

it("the nearest site is found wherever it is: across the date line, at the poles, in any turn of longitudes", () => {
  let state = 5;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  // Half of them near the poles and the date line.
  const latitudes = Float64Array.from({ length: 4000 }, (_, k) =>
    k % 4 === 0 ? 90 - 3 * random() : 180 * random() - 90,
  );
  const longitudes = latitudes.map((_, k) => (k % 4 === 1 ? 178 + 4 * random() : 720 * random() - 360));
  latitudes[17] = Number.NaN;
  [latitudes[20], longitudes[21], latitudes[24]] = [90, -180, -90];
  for (const reach of [25, 300, 5000]) {
    const places = scatteredPlaces(latitudes, longitudes, reach, (k) => [k]);
    expect(places.extent()!.cells).toBe(3999);
    for (let n = 0; n < drawsOf(300); n++) {
      const place = {
        latitude: n % 3 === 0 ? 90 - 2 * random() : 180 * random() - 90,
        longitude: n % 3 === 1 ? 360 * random() - 180 : 180 - random(),
      };
      const [found] = places.near(place);
      const distances = [...latitudes].map((latitude, k) => distanceKm(place, { latitude, longitude: longitudes[k]! }));
      const nearest = Math.min(...distances.filter((one) => one <= reach));
      expect(found?.distanceKm ?? Number.POSITIVE_INFINITY).toBeCloseTo(nearest, 6);
    }
  }
});
