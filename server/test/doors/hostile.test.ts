/** Thousands of queries that no client sends, at each door: none breaks it, and each is answered in the door's own form. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawsOf } from "../../../test/draws.js";
import { type Stand, stand } from "../http/harness.js";

/** What a field may be told. */
const VALUES = [
  ...["", "a".repeat(900), "1".repeat(300)],
  ...`0 -1 1e400 NaN null undefined 91 -181 1.5 00012 ０ 1,2,3 , %00 %zz __proto__ constructor toString [] {} '-- ../../v1/account
    %2e%2e%2f true 2026-06-21 9999-12-31T23:59Z PT0S PT30M P999D %F0%9F%8C%9E %ED%A0%80 now S 1_hour -0 0x10 +5 50&50 Z`.split(
    /\s+/,
  ),
];

interface Fields {
  /** Of the path, in which {} is drawn. */
  readonly paths: readonly string[];
  readonly query: readonly string[];
  /** What is asked for besides, so that draws come beyond what is required of all. */
  readonly usual?: { readonly [key: string]: string };
  /** What every refusal has. */
  readonly refusal: (json: { readonly [name: string]: unknown }) => unknown;
}

const DOORS: { readonly [name: string]: Fields } = {
  solcast: {
    paths: [
      ...["rooftop_sites", "rooftop_sites/{}/forecasts", "rooftop_sites/{}/estimated_actuals", "rooftop_sites/{}"],
      ...["data/{}/radiation_and_weather", "data/live/radiation_and_weather", "data/forecast/radiation_and_weather"],
      ...["data/historic/radiation_and_weather", "data/forecast/rooftop_pv_power", "data/historic/{}"],
    ].map((path) => `/solcast/${path}`),
    query: [
      ...[
        "latitude",
        "longitude",
        "hours",
        "period",
        "output_parameters",
        "tilt",
        "azimuth",
        "capacity",
        "loss_factor",
      ],
      ...["format", "time_zone", "array_type", "start", "end", "duration", "api_key", "__proto__"],
    ],
    refusal: (json) => (json.response_status as { message: unknown }).message,
  },
  "forecast-solar": {
    paths: [
      ...[
        "/estimate/{}/{}/{}/{}/{}",
        "/estimate/50/10/{}/{}/{}",
        "/estimate/50/10/35/0/8/{}",
        "/estimate/{}/50/10/35/0/8",
      ],
      ...["/estimate/50/10/35/0/8", "/check/{}/10/35/0/{}", "/estimate", "/{}/estimate/50/10/35/0/8"],
    ],
    query: [
      ...["time", "time_tz", "no_sun", "full", "resolution", "limit", "start", "inverter", "horizon", "damping"],
      ...[
        "damping_morning",
        "damping_evening",
        "actual",
        "latitude",
        "longitude",
        "declination",
        "azimuth",
        "kwp",
        "apikey",
      ],
    ],
    refusal: (json) => (json.message as { text: unknown }).text,
  },
  "open-meteo": {
    paths: ["forecast", "archive", "{}"].map((path) => `/open-meteo/v1/${path}`),
    usual: {
      ...{ latitude: "50", longitude: "10", hourly: "shortwave_radiation,snow_depth", timezone: "auto" },
      ...{ start_date: "2026-06-20", end_date: "2026-06-21", daily: "sunrise", tilt: "30" },
    },
    query: [
      ...["latitude", "longitude", "hourly", "minutely_15", "daily", "timezone", "timeformat", "past_days", "format"],
      ...["forecast_days", "start_date", "end_date", "tilt", "azimuth", "temperature_unit", "models", "apikey"],
    ],
    refusal: (json) => json.error === true && json.reason,
  },
  pvgis: {
    paths: ["printhorizon", "printhorizon", "printhorizon", "{}", "tmy", "PVcalc", "seriescalc"].flatMap((tool) => [
      `/pvgis/api/v5_3/${tool}`,
      `/pvgis/{}/api/v5_2/${tool}`,
    ]),
    usual: {
      lat: "50",
      lon: "10",
      outputformat: "json",
      peakpower: "1",
      loss: "14",
      startyear: "2025",
      endyear: "2025",
    },
    query: [
      ...[
        "lat",
        "lon",
        "outputformat",
        "usehorizon",
        "userhorizon",
        "peakpower",
        "loss",
        "pvtechchoice",
        "mountingplace",
      ],
      ...["angle", "aspect", "optimalangles", "trackingtype", "pvcalculation", "components", "startyear", "endyear"],
    ],
    refusal: (json) => Number.isInteger(json.status) && json.message,
  },
};

let server: Stand;
beforeAll(async () => {
  const settings = {
    doors: ["solcast", "forecast-solar", "open-meteo", "pvgis"] as const,
    demo: "any",
    "bad-keys": 1_000_000,
    synthetic: true,
  };
  server = await stand({ keep: true, sources: [], settings: settings as never });
});
afterAll(() => server.server.stop());

/** Numbers that come again with every run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

describe.each(Object.entries(DOORS))("the door of %s", (name, { paths, query, usual = {}, refusal }) => {
  it("answers what nobody would ask, and goes on", async () => {
    const roll = dice(name.length);
    const one = (list: readonly string[]) => list[roll(list.length)]!;
    for (let k = 0; k < drawsOf(2000); k++) {
      const path = one(paths).replace(/\{\}/g, () => encodeURIComponent(one(VALUES)).replace(/%25/g, "%"));
      const given = Array.from({ length: roll(5) }, () => `${one(query)}=${one(VALUES)}`);
      const kept = Object.entries(usual).filter(([key]) => !given.some((pair) => pair.startsWith(`${key}=`)));
      const all = [...kept.map(([key, value]) => `${key}=${value}`), ...given];
      const asked = encodeURI(`${path}?${all.join("&")}`).replace(/%25/g, "%");
      const { status, body } = await server.ask(asked, { judged: false });
      expect(status, asked).toBeLessThan(500);
      // A path that cannot be read, or that has no route, belongs to no door.
      const isOurs = status === 404 && "error" in JSON.parse(body);
      if (status >= 400 && !isOurs) expect(typeof refusal(JSON.parse(body)), asked).toBe("string");
    }
    expect(server.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    expect((await server.ask("/v1/account")).status).toBe(200);
  });
});
