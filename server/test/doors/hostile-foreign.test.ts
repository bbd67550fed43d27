/** Drawn queries at the doors of Open-Meteo and PVGIS: answered, or refused in the form that clients know; the service goes on. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO, type Stand, stand } from "../http/harness.js";

const RUNS = 2000;

let server: Stand;
beforeAll(async () => {
  server = await stand({ keep: true, settings: { doors: ["open-meteo", "pvgis"], demo: "any" } as never });
});
afterAll(() => server.server.stop());

const NUMBERS = [
  "0",
  "-0",
  "1",
  "90",
  "-90",
  "180",
  "-180",
  "180.0000001",
  "1e308",
  "1e-400",
  "NaN",
  "nan",
  "Infinity",
  "0x10",
  "1,2",
  "٣",
];
const HOSTILE = [
  ...NUMBERS,
  "",
  " ",
  ",",
  ",,,",
  "\0",
  "a\r\nX-A: b",
  "__proto__",
  "constructor",
  "%",
  "☃",
  "\ud800",
  "9".repeat(400),
  "x".repeat(9000),
];
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", maxLength: 12 }));

/** Mostly what is right, so that draws come beyond the first check. */
function value(...right: string[]): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<string | undefined>(...right, undefined) },
    { weight: 1, arbitrary: hostile },
  );
}

/** Mostly left out, as it rules others out. */
const rarely = (...right: string[]) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value(...right) });

const OPEN_METEO = fc.record({
  latitude: value("50", "-90", "90", "50"),
  longitude: value("10", "180", "-180", "10"),
  hourly: value(
    "shortwave_radiation",
    "temperature_2m,snow_depth",
    "direct_radiation_instant",
    "__proto__",
    "constructor",
  ),
  minutely_15: rarely("global_tilted_irradiance", "diffuse_radiation_instant,wind_speed_10m"),
  daily: rarely("sunrise,sunset", "toString"),
  timezone: value(
    "auto",
    "GMT",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "GMT+5",
    "h",
    "utc+01:00",
    "Etc/GMT+12",
  ),
  timeformat: rarely("unixtime", "iso8601", "hasOwnProperty"),
  past_days: value("0", "1", "92"),
  forecast_days: value("0", "1", "16"),
  start_date: rarely("2026-06-20", "2026-02-30", "0000-00-00"),
  end_date: rarely("2026-06-21", "9999-12-31"),
  tilt: value("30", "nan"),
  azimuth: rarely("-90", "nan", "180"),
  format: rarely("json", "flatbuffers", "csv"),
  temperature_unit: rarely("fahrenheit", "kelvin"),
});

const PVGIS = fc.record({
  lat: value("50", "-90", "90"),
  lon: value("10", "180"),
  outputformat: value("json", "json", "json", "csv"),
  usehorizon: value("0", "1"),
  userhorizon: value("0,10,20", Array(360).fill("5").join(), Array(361).fill("5").join(), "90"),
  peakpower: value("1", "0.001", "1000000000"),
  loss: value("14", "0", "100"),
  pvtechchoice: rarely("crystSi", "CdTe", "constructor", "__proto__"),
  mountingplace: rarely("free", "building", "toString"),
  angle: value("35", "90"),
  aspect: value("0", "-180", "180"),
  optimalangles: rarely("0", "1"),
  trackingtype: rarely("0", "1", "2"),
  pvcalculation: rarely("0", "1"),
  components: rarely("0", "1"),
  startyear: value("2025", "2024", "1e3"),
  endyear: value("2025"),
});

/** A key may be there twice. */
const twice = fc.option(
  fc.tuple(fc.constantFrom("latitude", "lat", "hourly", "timezone", "userhorizon", "format", "apikey"), hostile),
  { freq: 8 },
);

function queryOf(
  given: { readonly [key: string]: string | undefined },
  again: readonly [string, string] | null,
): string {
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return new URLSearchParams([...pairs, ...(again === null ? [] : [[...again]])]).toString();
}

/** No server error, and no line of the log that is one. */
function expectCalm(): void {
  expect(server.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

const seen = new Map<number, number>();
async function asked(path: string, isRefusal: (json: never) => boolean): Promise<void> {
  const answer = await server.ask(path, { judged: false, key: DEMO });
  const { status } = answer;
  seen.set(status, (seen.get(status) ?? 0) + 1);
  expect([200, 400, 401, 404, 431], `${status} ${answer.body.slice(0, 300)}`).toContain(status);
  // Headers that are too long are refused before there is a door.
  if (status !== 200 && status !== 431) expect(isRefusal(answer.json as never), answer.body).toBe(true);
}

describe.each<[string, fc.Arbitrary<string>, (json: never) => boolean]>([
  [
    "Open-Meteo",
    fc
      .tuple(fc.constantFrom("forecast", "archive"), OPEN_METEO, twice)
      .map(([kind, given, again]) => `/open-meteo/v1/${kind}?${queryOf(given, again)}`),
    ({ error, reason }: { error: unknown; reason: unknown }) => error === true && typeof reason === "string",
  ],
  [
    "PVGIS",
    fc
      .tuple(
        fc.constantFrom("PVcalc", "tmy", "seriescalc", "printhorizon", "printhorizon", "x", "__proto__"),
        PVGIS,
        twice,
      )
      .map(([tool, given, again]) => `/pvgis/api/v5_3/${tool}?${queryOf(given, again)}`),
    ({ status, message }: { status: unknown; message: unknown }) =>
      Number.isInteger(status) && typeof message === "string",
  ],
])("%s", (_name, paths, isRefusal) => {
  it(`answers ${RUNS} drawn queries, or refuses them in its own form`, async () => {
    seen.clear();
    await fc.assert(
      fc.asyncProperty(paths, (path) => asked(path, isRefusal)),
      { numRuns: RUNS },
    );
    expect([seen.get(200)! > 10, seen.get(400)! > 100]).toEqual([true, true]);
    expectCalm();
  });
});
