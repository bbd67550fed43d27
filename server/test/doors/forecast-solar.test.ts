/** The door of forecast.solar: its energies are ours to the watt-hour, its days are the place's, whatever clocks do. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { posted, type Stand, stand } from "../http/harness.js";

const HOUR = 3_600_000;
const SYSTEM = { planes: [{ surface_tilt: 35, surface_azimuth: 180, kwp: 8 }] };

let server: Stand;
beforeAll(async () => {
  server = await stand({ settings: { doors: ["forecast-solar"] }, keep: true });
});
afterAll(() => server.server.stop());

const at = async (path: string) => {
  const answer = await server.ask(`/${path}`, { judged: false });
  return { ...answer, result: answer.json.result, message: answer.json.message };
};
const sum = (values: { [stamp: string]: number }) => Object.values(values).reduce((all, value) => all + value, 0);

/** A place, a moment, its zone, and the hours of its day. */
const MOMENTS: [name: string, place: string, now: string, zone: string, hours: number][] = [
  ["a calm day", "50/10", "2026-07-21T12:34:56Z", "Europe/Berlin", 24],
  ["the spring change", "50/10", "2027-03-28T00:30:00Z", "Europe/Berlin", 23],
  ["the autumn change, in the doubled hour", "50/10", "2026-10-25T01:10:00Z", "Europe/Berlin", 25],
  ["the last half hour of a day of 25 hours", "50/10", "2026-10-25T22:40:00Z", "Europe/Berlin", 25],
  ["a half-hour zone", "22.57/88.36", "2026-07-05T20:00:00Z", "Asia/Kolkata", 24],
  ["Lord Howe's half hour", "-31.55/159.08", "2027-04-03T20:00:00Z", "Australia/Lord_Howe", 24.5],
  ["polar day", "78.22/15.65", "2026-06-21T23:10:00Z", "Arctic/Longyearbyen", 24],
  ["polar night", "78.22/15.65", "2026-12-20T10:10:00Z", "Arctic/Longyearbyen", 24],
];

describe("the door of forecast.solar", () => {
  it("writes a time in each of its forms", async () => {
    const forms = {
      "": "2026-06-21 14:00:00",
      "time=utc": "2026-06-21T12:00:00+00:00",
      "time=utc&time_tz=0": "2026-06-21 12:00:00",
      "time=iso8601": "2026-06-21T14:00:00+02:00",
      "time=rfc2822": "Sun, 21 Jun 2026 14:00:00 +0200",
      "time=seconds": "1782043200",
      "time=milliseconds": "1782043200000",
      "time=nanoseconds": "1782043200000000000",
    };
    for (const [query, stamp] of Object.entries(forms)) {
      const { result } = await at(`estimate/watts/50/10/35/0/8?limit=1&${query}`);
      expect(Object.keys(result), query).toContain(stamp);
    }
  });

  it("gives power at the stamp and the energy before it, from the light's begin to its end", async () => {
    const { result } = await at("estimate/50/10/35/0/8?limit=1&time=utc");
    const { json } = await server.ask("/v1/forecast/pv?lat=50&lon=10&start=-26hours&end=%2B1days", posted(SYSTEM));
    const noon = json.end_times.findIndex((end: string) => Date.parse(end) === Date.parse("2026-06-21T12:00Z"));
    const { ac_power: power } = json.values;
    expect(result.watts["2026-06-21T12:00:00+00:00"]).toBe(Math.round((power[noon] + power[noon + 1]) / 2));
    const hour = power.slice(noon - 3, noon + 1).reduce((all: number, value: number) => all + value / 4, 0);
    expect(Math.abs(result.watt_hours_period["2026-06-21T12:00:00+00:00"] - hour)).toBeLessThan(1);
    const [first, last] = [Object.keys(result.watts)[0]!, Object.keys(result.watts).at(-1)!];
    expect([result.watts[first], result.watts[last]]).toEqual([0, 0]);
    expect([result.watt_hours_period[first], result.watt_hours[last]]).toEqual([0, sum(result.watt_hours_day)]);
    const { result: later } = await at("estimate/watts/50/10/35/0/8?limit=1&start=now");
    expect(Object.keys(later)[0]).toBe("2026-06-21 15:00:00");
  });

  it("takes planes together at one inverter, winds, a horizon, and a place in the query", async () => {
    const day = async (path: string) => sum((await at(`estimate/watthours/day/${path}`)).result);
    const south = await day("50/10/35/0/8?limit=1");
    expect(await day("50/10/35/S/8?limit=1")).toBe(south);
    expect(await day("?latitude=50&longitude=10&declination=35&azimuth=0&kwp=8&limit=1")).toBe(south);
    expect(await day("50/10/35/0/4/35/0/4?limit=1")).toBe(south);
    expect(await day("50/10/35/180/8?limit=1")).toBeLessThan(0.9 * south);
    expect(await day("50/10/35/0/4/35/0/4?limit=1&inverter=3")).toBeLessThan(0.9 * south);
    expect(await day("50/10/35/0/8?limit=1&horizon=0,40,40,40")).toBeLessThan(0.97 * south);
    expect(await day("50/10/35/0/8?limit=1&horizon=0")).toBe(south);
  });

  it("says whose forecast it is, what had no effect, and what its rate is", async () => {
    const { headers, message } = await at("estimate/50/10/35/0/8?actual=3.2");
    expect(message.text).toBe(
      "a forecast of irradiance-server, not of forecast.solar; weather: everywhere/run, everywhere/history",
    );
    expect(message.info.notices[0]).toContain("actual has no effect");
    expect(headers["api-notice"]).toContain("actual has no effect");
    expect([headers["x-ratelimit-limit"], headers["x-ratelimit-period"]]).toEqual(["100000", "60"]);
    expect(message.ratelimit.limit).toBe(100_000);
  });

  it("refuses by name what it does not have", async () => {
    const refused: [string, number, string][] = [
      ["estimate/50/10/35/0/8?damping=0.2", 422, "damping"],
      ["estimate/50/10/35/0/8?damping_morning=0&damping_evening=1", 422, "damping_evening"],
      ["estimate/50/10/35/0/8?damping=0,0.5", 422, "damping"],
      ["estimate/50/10/95/0/8", 400, "declination"],
      ["estimate/50/10/35/X/8", 400, "azimuth"],
      ["estimate/50/10/35/0", 400, "path"],
      ["estimate/50/10/35/0/8?time=stardate", 400, "time"],
      ["estimate/50/10/35/0/8?resolution=5", 400, "resolution"],
      ["estimate/50/10/35/0/8?limit=99", 400, "limit"],
      ["estimate/50/10/35/0/8?start=soon", 400, "start"],
      ["estimate/50/10/35/0/8?start=25:99", 400, "start"],
      ["estimate/50/10/35/0/8?start=2026-11-31", 400, "start"],
      ["estimate/50/10/35/0/8?time_tz=maybe", 400, "time_tz"],
      ["estimate/50/10/35/0/8?horizon=a,b", 400, "horizon"],
      ["estimate/other/50/10/35/0/8", 404, "nothing found"],
    ];
    for (const [path, expected, word] of refused) {
      const { status, message, result } = await at(path);
      expect([status, result, message.code, message.type], path).toEqual([expected, null, expected, "error"]);
      expect(message.text, path).toContain(word);
    }
    expect((await at("check/50/10/35/0/8")).result).toEqual({ latitude: 50, longitude: 10, planes: 1 });
    expect((await at("check/50/10/35/0/0")).status).toBe(400);
    expect((await at("info")).result.account).toBe("lab");
  });
});

describe.each(MOMENTS)("%s", (_name, place, now, zone, hours) => {
  it("has our energies, day by day, and periods that add up to them", async () => {
    server.clock.now = Date.parse(now);
    const [lat, lon] = place.split("/");
    const south = SYSTEM.planes.map((plane) => ({ ...plane }));
    const ours = await server.ask(
      `/v1/forecast/pv?lat=${lat}&lon=${lon}&start=-26hours&end=%2B3days`,
      posted({ planes: south }),
    );
    const today = ours.json.issued.slice(0, 10);
    const days = ours.json.days.filter(({ date }: { date: string }) => date >= today).slice(0, 3);
    const { status, result, message } = await at(`estimate/${place}/35/0/8?full=1&time=utc&limit=3`);
    expect([status, message.info.timezone, message.code]).toEqual([200, zone, 0]);
    expect(Object.keys(result.watt_hours_day)).toEqual(days.map(({ date }: { date: string }) => date));
    for (const { date, energy } of days)
      expect(Math.abs(result.watt_hours_day[date] - 1000 * energy)).toBeLessThan(0.51);
    expect((Date.parse(days[0].end) - Date.parse(days[0].start)) / HOUR).toBe(hours);
    expect(sum(result.watt_hours_period)).toBe(sum(result.watt_hours_day));
    // Without nights, and with local stamps that two hours of autumn share: the energy is the same.
    for (const wish of ["", "no_sun=1", "resolution=15", "time=iso8601"]) {
      const { result: other } = await at(`estimate/${place}/35/0/8?limit=3&${wish}`);
      expect(sum(other.watt_hours_period), wish).toBe(sum(result.watt_hours_day));
    }
    expect(Math.abs(Date.parse(message.info.time) - Date.parse(now))).toBeLessThan(1000);
  });
});
