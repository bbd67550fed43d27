/** What an unfinished run must agree in with the one that goes on with it. */
import { expect, it } from "vitest";
import { identityOf } from "../../../src/answers/bulk/files/identity.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";

const weather: WeatherSeries = {
  start: "2023-06-01T00:00:00Z",
  interval: 3600,
  columns: { global_horizontal_irradiance: [1, 2, null], temperature: [20, 21, Number.NaN] },
};
const options = { sites: [], weather, parameters: "all", frequency: "hour" } as const;
const text = (more: object) => JSON.stringify(identityOf({ ...options, ...more }));

it("is the same for equal weather, whatever holds it, and not for other numbers", () => {
  const ghi = Float64Array.of(1, 2, Number.NaN);
  const columns = { global_horizontal_irradiance: ghi, temperature: [20, 21, null] };
  expect(text({ weather: { ...weather, columns } })).toBe(text({}));
  expect(text({ weather: { ...weather, columns: { ...columns, global_horizontal_irradiance: [1, 2, 3] } } })).not.toBe(
    text({}),
  );
});

it("does not depend on threads", () => expect(text({ threads: 7 })).toBe(text({})));

it("keeps the caller's keys apart from its own", () => {
  const identity = { weather: "v1", frequency: "v2" };
  const other = { ...weather, interval: 1800 };
  expect(identityOf({ ...options, identity })).toMatchObject({ frequency: "hour", "identity.weather": "v1" });
  expect(text({ identity, weather: other })).not.toBe(text({ identity }));
});
