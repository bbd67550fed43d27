/** Forecasts corrected by what was observed, CLIPER without a run, quantiles: over the wire, from made skies. */
import { ArchiveError, type WeatherSource } from "irradiance-archive";
import { loadWorldClimate } from "irradiance-engine/climatology";
import { DEFAULT_TABLE } from "irradiance-engine/internal/forecast";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, DEMO, NOW, type Stand, stand } from "./harness.js";
import { clearOf, HOUR, type MadeSet, madeRun, madeSeen, madeSources, QUARTER, SITE, type Site } from "./made-sky.js";

const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z");
/** The quarter in which NOW lies: the last observations end here. */
const SEEN = Math.floor(NOW / QUARTER) * QUARTER;
const BRIGHT = () => 0.9;
const DULL = () => 0.3;
const GHI = "global_horizontal_irradiance";
const PRECISION = `/v1/forecast/precision?lat=50&lon=10&parameters=${GHI}`;
const RUN = madeRun(NOW, BRIGHT);
const EYE = madeSeen(SEEN, DULL);

/** Servers of the usual skies, for tests that leave their clock alone: with the run, with what was seen, and with both. */
let runOnly: Stand;
let eyeOnly: Stand;
let runAndEye: Stand;
beforeAll(async () => {
  runOnly = await stand({ sources: madeSources(SITE, RUN), keep: true });
  eyeOnly = await stand({ sources: madeSources(SITE, EYE), keep: true });
  runAndEye = await stand({ sources: madeSources(SITE, RUN, EYE), keep: true });
});
afterAll(() => Promise.all([runOnly, eyeOnly, runAndEye].map(({ server }) => server.stop())));

/** A server of other skies, or whose clock is moved. */
async function served(sets: readonly MadeSet[], site: Site = SITE, more: readonly WeatherSource[] = []) {
  return stand({ sources: [...madeSources(site, ...sets), ...more] });
}

/** GHI by the start of its row. */
function lightOf({ json }: Answer): Map<number, number | null> {
  return new Map(
    json.start_times.map((time: string, k: number) => [Date.parse(time), json.values.global_horizontal_irradiance[k]]),
  );
}

/** Clear-sky index at so many quarters after the last observation, each counted from its end. */
async function indexAt(answer: Answer, lead: number, site: Site = SITE, seen = SEEN): Promise<number> {
  const start = seen + (lead - 1) * QUARTER;
  const { global } = await clearOf(site, start, QUARTER, 1);
  return lightOf(answer).get(start)! / global[0]!;
}

describe("precision", () => {
  it("has the index of the observation at first, goes to the run's, and is the run after 12 hours", async () => {
    const answer = await runAndEye.ask(`${PRECISION}&end=%2B72hours`);
    expect(answer.status).toBe(200);
    const near = await indexAt(answer, 1);
    expect(near).toBeGreaterThan(0.28);
    expect(near).toBeLessThan(0.45);
    const course = await Promise.all([1, 4, 8, 16, 24].map((lead) => indexAt(answer, lead)));
    for (let k = 1; k < course.length; k++) expect(course[k]!).toBeGreaterThan(course[k - 1]!);
    // The next noon is 23 hours off.
    expect(await indexAt(answer, 92)).toBeCloseTo(0.9, 2);
  });

  it("weighs as the table does, around the climate of the month", async () => {
    const answer = await runAndEye.ask(PRECISION);
    const climate = await juneIndex();
    const [quarter, hour, run, before] = DEFAULT_TABLE.fits.quarter[3]!.steady.weights as [
      number,
      number,
      number,
      number,
    ];
    const wanted = climate + (quarter + hour) * (0.3 - climate) + (run + before) * (0.9 - climate);
    // The table's lead of an hour begins a quarter after the observation.
    expect(await indexAt(answer, 5)).toBeCloseTo(wanted, 2);
  });

  it("splits the light so that its parts add up, with less beam than the run had", async () => {
    const run = madeRun(NOW, BRIGHT, { beam: 0.8 });
    const names = ["global_horizontal", "direct_horizontal", "diffuse_horizontal", "direct_normal"];
    const path = `/v1/forecast/precision?lat=50&lon=10&parameters=${names.map((name) => `${name}_irradiance`).join(",")}`;
    const [alone, corrected] = [await (await served([run])).ask(path), await (await served([run, EYE])).ask(path)];
    const { values } = corrected.json;
    values.global_horizontal_irradiance.forEach((global: number, k: number) => {
      const [direct, diffuse] = [values.direct_horizontal_irradiance[k], values.diffuse_horizontal_irradiance[k]];
      expect(Math.abs(direct + diffuse - global)).toBeLessThan(0.02);
      expect(Math.min(direct, diffuse)).toBeGreaterThanOrEqual(0);
      expect(values.direct_normal_irradiance[k]).toBeGreaterThanOrEqual(direct);
    });
    const share = ({ json }: Answer) =>
      json.values.direct_horizontal_irradiance[2] / json.values.global_horizontal_irradiance[2];
    expect(share(corrected)).toBeLessThan(share(alone) / 2);
  });

  it("is the same light in hours and minutes", async () => {
    const { ask } = runAndEye;
    const asked = `${PRECISION}&start=${iso(Math.ceil(NOW / HOUR) * HOUR)}&end=%2B8hours`;
    const quarters = lightOf(await ask(asked));
    const hours = lightOf(await ask(`${asked}&frequency=1_hour`));
    const minutes = lightOf(await ask(`${asked}&frequency=1_minute`));
    const mean = (from: Map<number, number | null>, start: number, step: number, count: number) =>
      Array.from({ length: count }, (_, k) => from.get(start + k * step)!).reduce((sum, value) => sum + value, 0) /
      count;
    for (const [start, light] of hours) {
      // The last hour is cut off where the period ends.
      if (!quarters.has(start + 3 * QUARTER)) continue;
      expect(Math.abs(light! - mean(quarters, start, QUARTER, 4))).toBeLessThan(0.02);
    }
    for (const [start, light] of quarters) {
      if (!minutes.has(start + 14 * 60_000)) continue;
      expect(Math.abs(light! - mean(minutes, start, 60_000, 15))).toBeLessThan(0.02);
    }
  });

  it("says by what it was corrected, when, how much and with which table", async () => {
    const answer = await runAndEye.ask(`${PRECISION}&meta=extended`);
    const { sources, notices } = answer.json.meta;
    expect(sources.map((one: { source: string; class: string }) => [one.source, one.class])).toEqual([
      ["model", "forecast"],
      ["eye", "satellite"],
    ]);
    expect(sources[0].run).toBe(iso(RUN.run!));
    const told =
      /corrected by eye\/made: irradiance by observations until 2026-06-21T12:30Z, 0 minutes before the request's quarter hour: their weight is then 0\.\d\d at 0\.5 h, /;
    expect(sources[0].corrections.at(-1)).toMatch(told);
    expect(sources[0].corrections.at(-1)).toContain(`0 after 12 h (table ${DEFAULT_TABLE.name})`);
    expect(sources[1].end).toBe(iso(SEEN));
    const corrected = notices.find(({ code }: { code: string }) => code === "corrected");
    expect(corrected.message).toMatch(told);
    expect(corrected.message).toContain("fitted on simulated runs");
    expect(answer.headers["api-notice"]).toContain(
      "the run is corrected by eye/made: irradiance by observations until 2026-06-21T12:30Z",
    );
    expect(answer.headers["weather-sources"]).toMatch(/"eye\/made";class="satellite";synthetic=\?0;.*;age=297;/);
  });

  it("moves the temperature along, also where it is asked for alone", async () => {
    const run = madeRun(NOW, BRIGHT, { temperature: () => 20 });
    const { ask } = await served([run, madeSeen(SEEN, DULL, { temperature: () => 15 })]);
    const both = (await ask(PRECISION.replace(GHI, `${GHI},temperature`))).json.values.temperature;
    const alone = (await ask(PRECISION.replace(GHI, "temperature"))).json.values.temperature;
    expect(alone).toEqual(both);
    expect(both[0]).toBeGreaterThan(14.9);
    expect(both[0]).toBeLessThan(15.3);
    expect(both[50]).toBe(20);
  });

  it("moves the temperature by night, too, and leaves the light", async () => {
    const night = SEEN + 11 * HOUR;
    const run = madeRun(NOW, BRIGHT, { temperature: () => 20 });
    const { ask, clock } = await served([run, madeSeen(night, DULL, { temperature: () => 15 })]);
    clock.now = night;
    const { json, headers } = await ask(PRECISION.replace(GHI, `${GHI},temperature`));
    expect(json.values.temperature[0]).toBeLessThan(15.3);
    expect(headers["api-notice"]).toContain("corrected by eye/made: temperature shifted by -5.0 K");
    expect(headers["weather-sources"]).toContain('"eye/made";class="satellite";synthetic=?0;columns="temperature"');
    const noon = json.start_times.indexOf("2026-06-22T12:00:00Z");
    const { global } = await clearOf(SITE, Date.parse("2026-06-22T12:00:00Z"), QUARTER, 1);
    expect(json.values.global_horizontal_irradiance[noon] / global[0]!).toBeCloseTo(0.9, 2);
  });

  it("has what was observed, as far back as it is asked for", async () => {
    const { ask } = runAndEye;
    const answer = await ask(`${PRECISION}&start=-6hours&end=%2B2hours`);
    for (const lead of [-23, -16, -8, -1, 0]) expect(await indexAt(answer, lead)).toBeCloseTo(0.3, 2);
    expect(await indexAt(answer, 1)).toBeLessThan(0.45);
    // What is wholly past needs no correction, and names none.
    const past = await ask(`${PRECISION}&start=-6hours&end=-3hours`);
    expect(past.headers["weather-sources"]).not.toContain("eye");
    expect(past.headers["api-notice"] ?? "").not.toContain("corrected");
  });

  it("knows nothing that was observed after its time", async () => {
    const seen = (after: number) => madeSeen(NOW + 2 * HOUR, (time) => (time < SEEN ? 0.3 : after), { step: 3600 });
    const [one, other] = [await served([RUN, seen(0.1)]), await served([RUN, seen(1.1)])];
    expect((await one.ask(PRECISION)).body).toBe((await other.ask(PRECISION)).body);
  });
});

describe("observations that correct nothing", () => {
  it.each([
    ["stale", madeSeen(SEEN - 3 * HOUR, DULL), /the last observation is 180 minutes old, more than 120/],
    [
      "of 20 minutes",
      madeSeen(SEEN, DULL, { step: 1200, first: SEEN - 72 * HOUR }),
      /intervals that fit into quarter hours/,
    ],
    [
      "of a reanalysis",
      madeSeen(SEEN, DULL, { class: "reanalysis" }),
      /no source has measured or satellite irradiance of the last 6 hours/,
    ],
    [
      "synthetic",
      madeSeen(SEEN, DULL, { class: "synthetic" }),
      /no source has measured or satellite irradiance of the last 6 hours/,
    ],
  ] as const)("%s", async (_, seen, why) => {
    const alone = await runOnly.ask(PRECISION);
    const beside = await (await served([RUN, seen])).ask(PRECISION);
    expect([beside.status, beside.body]).toEqual([200, alone.body]);
    expect(beside.headers["api-notice"]).toMatch(why);
    expect(beside.headers["weather-sources"]).not.toContain("eye");
  });

  it("at night, without a word about it", async () => {
    const night = SEEN + 11 * HOUR;
    const [alone, beside] = [await served([RUN]), await served([RUN, madeSeen(night, DULL)])];
    for (const { clock } of [alone, beside]) clock.now = night + 60_000;
    const answer = await beside.ask(PRECISION);
    expect(answer.body).toBe((await alone.ask(PRECISION)).body);
    expect(answer.headers["api-notice"] ?? "").not.toContain("corrected");
  });

  it("a run that does not have the last hour observed", async () => {
    const late = madeRun(NOW, BRIGHT, { first: SEEN + HOUR / 2 });
    const answer = await (await served([late, EYE])).ask(PRECISION);
    expect(answer.headers["api-notice"]).toContain("not corrected: the run does not cover the last observed hour");
  });

  it("beside a synthetic forecast, which is never corrected", async () => {
    const made = madeRun(NOW, BRIGHT, { class: "synthetic" });
    const { ask } = await stand({ sources: madeSources(SITE, made, EYE), settings: { demo: "any" } });
    // Beyond the reach of CLIPER, which stands above what is synthetic.
    const answer = await ask(`${PRECISION}&start=%2B7hours&end=%2B9hours`, { key: DEMO });
    expect(answer.headers["weather-sources"]).toMatch(/^"model\/made";class="synthetic";synthetic=\?1;/);
    expect(answer.headers["weather-sources"]).not.toContain("eye");
    const alone = await stand({ sources: madeSources(SITE, made), settings: { demo: "any" } });
    const asked = `${PRECISION}&start=%2B7hours&end=%2B9hours`;
    expect(answer.body).toBe((await alone.ask(asked, { key: DEMO })).body);
  });

  it("basic, whatever is seen", async () => {
    const basic = "/v1/forecast/basic?lat=50&lon=10";
    const [one, other] = [await runOnly.ask(basic), await runAndEye.ask(basic)];
    expect(other.body).toBe(one.body);
    expect(other.headers.etag).toBe(one.headers.etag);
  });
});

describe("anywhere", () => {
  const places: [string, Site, number][] = [
    ["in the south", { latitude: -33.9, longitude: 18.4, altitude: 20 }, NOW],
    ["east of the date line", { latitude: -18, longitude: -179.9, altitude: 5 }, Date.UTC(2026, 5, 22, 0, 4)],
    ["west of the date line", { latitude: -18, longitude: 179.9, altitude: 5 }, Date.UTC(2026, 5, 22, 0, 4)],
    ["in the midnight sun", { latitude: 80, longitude: 20, altitude: 5 }, Date.UTC(2026, 5, 21, 23, 4)],
    ["on the equator", { latitude: 0, longitude: 0, altitude: 0 }, NOW],
  ];

  it.each(places)("%s", async (_, site, now) => {
    const seen = Math.floor(now / QUARTER) * QUARTER;
    const { ask, clock } = await served([madeRun(now, BRIGHT), madeSeen(seen, DULL)], site);
    clock.now = now;
    const answer = await ask(`/v1/forecast/precision?lat=${site.latitude}&lon=${site.longitude}&parameters=${GHI}`);
    const [near, far] = [await indexAt(answer, 1, site, seen), await indexAt(answer, 4, site, seen)];
    expect(near).toBeGreaterThan(0.28);
    expect(near).toBeLessThan(0.5);
    expect(far).toBeGreaterThan(near);
    expect(answer.headers["api-notice"]).toContain("corrected by eye/made");
  });

  it("in the polar night", async () => {
    const [site, now] = [{ latitude: 80, longitude: 20, altitude: 5 }, Date.UTC(2026, 11, 21, 12, 4)];
    const { ask, clock } = await served([madeRun(now, BRIGHT), madeSeen(now, DULL)], site);
    clock.now = now;
    const answer = await ask(`/v1/forecast/precision?lat=80&lon=20&parameters=${GHI}`);
    expect([answer.status, new Set(lightOf(answer).values())]).toEqual([200, new Set([0])]);
  });
});

describe("observations of", () => {
  it.each([
    ["minutes", 60],
    ["10 minutes", 600],
    ["half hours", 1800],
    ["hours", 3600],
  ])("%s correct, too", async (_, step) => {
    const seen = madeSeen(Math.floor(SEEN / HOUR) * HOUR, DULL, { step });
    const answer = await (await served([RUN, seen])).ask(PRECISION);
    expect(await indexAt(answer, 1)).toBeLessThan(0.6);
    expect(answer.headers["api-notice"]).toContain(
      "corrected by eye/made: irradiance by observations until 2026-06-21T12:00Z, 30 minutes before",
    );
  });
});

describe("the tag of a corrected forecast", () => {
  it("follows its bytes: the same within a quarter hour, another when an observation or a run arrives", async () => {
    const quarter = SEEN + QUARTER;
    let [last, run] = [SEEN, "1"];
    const sets = [madeRun(NOW, BRIGHT, { revision: () => run }), madeSeen(() => last, DULL)];
    const { ask, clock } = await served(sets);
    clock.now = quarter + 60_000;
    const first = await ask(PRECISION);
    expect(first.headers["cache-control"]).toBe("private, max-age=840");
    clock.now = quarter + 14 * 60_000;
    const again = await ask(PRECISION);
    expect([again.headers.etag, again.body]).toEqual([first.headers.etag, first.body]);
    const asked = { headers: { "If-None-Match": first.headers.etag! } };
    expect((await ask(PRECISION, asked)).status).toBe(304);
    expect((await ask(PRECISION, { ...asked, method: "HEAD" })).headers.etag).toBe(first.headers.etag);
    last = quarter;
    await settled();
    const newer = await ask(PRECISION, asked);
    expect(newer.status).toBe(200);
    expect(newer.body).not.toBe(first.body);
    run = "2";
    await settled();
    const rerun = await ask(PRECISION);
    expect(new Set([first, newer, rerun].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it("is another in the next quarter, for the same rows: the observation is older then", async () => {
    const { ask, clock } = await served([RUN, EYE]);
    const asked = `${PRECISION}&start=${iso(SEEN + HOUR)}&end=${iso(SEEN + 3 * HOUR)}`;
    const first = await ask(asked);
    clock.now += 2 * HOUR + QUARTER;
    await settled();
    const later = await ask(asked);
    expect(later.headers.etag).not.toBe(first.headers.etag);
    expect(later.body).not.toBe(first.body);
  });

  it("stays through the quarters where nothing is observed", async () => {
    const { ask, clock } = await served([RUN]);
    const asked = `${PRECISION}&start=${iso(SEEN + 4 * HOUR)}&end=${iso(SEEN + 6 * HOUR)}`;
    const first = await ask(asked);
    clock.now += HOUR;
    await settled();
    const later = await ask(asked);
    expect([later.headers.etag, later.body]).toEqual([first.headers.etag, first.body]);
  });
});

describe("sources that fail", () => {
  const broken = () => new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/secret/eye.nc is torn");

  it("observations that die between offer and reading: the run as it is, not to be kept", async () => {
    const alone = await runOnly.ask(PRECISION);
    const answer = await (await served([RUN, madeSeen(SEEN, DULL, { broken })])).ask(PRECISION);
    expect([answer.status, answer.body]).toEqual([200, alone.body]);
    expect([answer.headers.etag, answer.headers["cache-control"]]).toEqual([undefined, "no-store"]);
    expect(answer.headers["api-notice"]).toContain("passed over: eye (damaged)");
    expect(answer.headers["api-notice"]).toContain("not corrected: the observations cannot be read");
    expect(JSON.stringify(answer.headers)).not.toContain("secret");
  });

  it("others take the place of the best observations, and the answer is not to be kept either", async () => {
    const other = madeSeen(SEEN, DULL, { source: "pyranometer", class: "measured", step: 300 });
    const eye = madeSeen(SEEN, DULL, { broken });
    const answer = await (await served([RUN, eye, other])).ask(PRECISION);
    expect(answer.headers["api-notice"]).toContain("corrected by pyranometer/made");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("a source that does not even offer: an answer that is not to be kept", async () => {
    const mute: WeatherSource = {
      id: "mute",
      offer: async () => {
        throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "no answer");
      },
      read: async () => [],
      close: async () => {},
    };
    const answer = await (await served([RUN, EYE], SITE, [mute])).ask(PRECISION);
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
  });

  it("a run that dies: 503, and nothing is charged", async () => {
    const { ask, remaining } = await served([madeRun(NOW, BRIGHT, { broken }), EYE]);
    const answer = await ask(PRECISION);
    expect([answer.status, remaining()]).toEqual([503, 100_000]);
    expect(answer.body).not.toContain("secret");
  });
});

describe("a source of observations that", () => {
  it("is slow holds no answer: that is the run, and the next one is corrected by what was read meanwhile", async () => {
    const [eye] = madeSources(SITE, EYE);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: WeatherSource = {
      ...eye!,
      read: async (...wanted) => {
        await released;
        return eye!.read(...wanted);
      },
    };
    const { ask } = await served([RUN], SITE, [slow]);
    const alone = await runOnly.ask(PRECISION);
    const first = await ask(PRECISION);
    expect([first.status, first.body]).toEqual([200, alone.body]);
    expect(first.headers["api-notice"]).toContain("passed over: eye (too slow)");
    expect(first.headers["api-notice"]).toContain(
      "not corrected: reading the observations takes too long; the next answer may be",
    );
    expect(first.headers["cache-control"]).toContain("no-store");
    release();
    await settled();
    const next = await ask(PRECISION);
    expect(next.headers["api-notice"]).toContain("the run is corrected by eye/made");
  });

  it("fails to say what it has is named, where it was said that no source has any", async () => {
    const [eye] = madeSources(SITE, EYE);
    const torn: WeatherSource = {
      ...eye!,
      offer: async () => {
        throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/secret/eye is torn");
      },
    };
    const { headers, body } = await (await served([RUN], SITE, [torn])).ask(PRECISION);
    expect(headers["api-notice"]).toContain("sources that do not answer may have: eye (damaged)");
    expect(JSON.stringify(headers) + body).not.toContain("secret");
  });
});

describe("without a run", () => {
  it("observed values come before CLIPER, without a gap", async () => {
    const answer = await eyeOnly.ask(`${PRECISION}&start=-3hours&end=%2B2hours`);
    for (const lead of [-11, -4, -1, 0]) expect(await indexAt(answer, lead)).toBeCloseTo(0.3, 2);
    expect([...lightOf(answer).values()]).not.toContain(null);
  });

  it("precision is CLIPER for six hours, with a notice, and null after them", async () => {
    const answer = await eyeOnly.ask(PRECISION);
    expect(answer.status).toBe(200);
    const climate = await juneIndex();
    const wanted = climate + DEFAULT_TABLE.persistence[3]! * (0.3 - climate);
    expect(await indexAt(answer, 5)).toBeCloseTo(wanted, 2);
    const light = lightOf(answer);
    const last = SEEN + 6 * HOUR;
    expect(light.get(last - QUARTER)).not.toBeNull();
    expect([light.get(last), light.get(last + 2 * QUARTER)]).toEqual([null, null]);
    expect(answer.headers["api-notice"]).toContain("no run of a weather model covers this place");
    expect(answer.headers["weather-sources"]).toMatch(
      /^"cliper\/climatology and persistence";class="forecast";.*"eye\/made"/,
    );
  });

  it("by night is the climatology, and says so", async () => {
    const night = SEEN + 13 * HOUR;
    const { ask, clock } = await served([madeSeen(night, DULL)]);
    clock.now = night;
    const answer = await ask(PRECISION);
    expect(answer.headers["api-notice"]).toContain("the month's mean clear-sky index, since no observation");
    expect(answer.headers["weather-sources"]).not.toContain("eye");
    // 4 h on it is morning.
    const { global } = await clearOf(SITE, night + 5 * HOUR, QUARTER, 1);
    expect(lightOf(answer).get(night + 5 * HOUR)! / global[0]!).toBeCloseTo(await juneIndex(), 2);
  });

  it("the tag is another when an observation arrives", async () => {
    let last = SEEN - QUARTER;
    const { ask } = await served([madeSeen(() => last, DULL)]);
    const first = await ask(PRECISION);
    last = SEEN;
    await settled();
    expect((await ask(PRECISION)).headers.etag).not.toBe(first.headers.etag);
  });

  it.each([
    ["basic", "/v1/forecast/basic?lat=50&lon=10"],
    ["what no observation tells", PRECISION.replace(GHI, "temperature")],
    ["what is beyond its reach", `${PRECISION}&start=%2B7hours&end=%2B9hours`],
  ])("404, free: %s", async (_, path) => {
    const { ask, remaining } = eyeOnly;
    const before = remaining();
    expect([(await ask(path)).status, remaining()]).toEqual([404, before]);
  });

  it("404, free: an old observation", async () => {
    const { ask, remaining } = await served([madeSeen(SEEN - 3 * HOUR, DULL)]);
    expect([(await ask(PRECISION)).status, remaining()]).toEqual([404, 100_000]);
  });

  it("503 when the observations cannot be read", async () => {
    const broken = () => new ArchiveError("ERR_ARCHIVE_UNREADABLE", "torn");
    expect((await (await served([madeSeen(SEEN, DULL, { broken })])).ask(PRECISION)).status).toBe(503);
  });
});

describe("quantiles", () => {
  const three = "quantiles=p10,p50,p90&meta=extended";

  it("of precision: ascending around the forecast, to its end", async () => {
    const { json, headers } = await runAndEye.ask(`${PRECISION}&${three}`);
    const { global_horizontal_irradiance: found } = json.meta.quantiles;
    expect(Object.keys(found)).toEqual(["p10", "p50", "p90"]);
    expect(found.p10).toHaveLength(json.start_times.length);
    // The row after the last observation is under way.
    const known = [...found.p10.keys()].filter((row) => found.p10[row] !== null);
    expect(known).toEqual(Array.from({ length: json.start_times.length - 1 }, (_, k) => k + 1));
    for (const row of known.slice(0, 24)) {
      const value = json.values.global_horizontal_irradiance[row];
      expect(found.p10[row]).toBeLessThan(found.p50[row]);
      expect(found.p50[row]).toBeLessThan(found.p90[row]);
      expect(found.p10[row]).toBeLessThan(value);
      expect(found.p90[row]).toBeGreaterThan(value);
    }
    expect(headers["api-notice"]).toMatch(/quantiles come from past errors \(table [^)]*fitted on simulated runs/);
  });

  it("of the night are 0", async () => {
    const night = SEEN + 8 * HOUR;
    const { ask, clock } = await served([RUN, EYE]);
    clock.now = night;
    const { json } = await ask(`${PRECISION}&${three}`);
    expect(json.meta.quantiles.global_horizontal_irradiance.p90.slice(2, 12)).toEqual(Array(10).fill(0));
  });

  it("of basic: hours, of uncorrected runs, as a notice says", async () => {
    const basic = `/v1/forecast/basic?lat=50&lon=10&${three}`;
    const { json, headers } = await runAndEye.ask(basic);
    const { p10, p50, p90 } = json.meta.quantiles.global_horizontal_irradiance;
    expect(p10[0]).toBeNull();
    for (const row of [1, 2, 3, 4]) {
      expect(p10[row]).toBeLessThan(p50[row]);
      expect(p50[row]).toBeLessThan(p90[row]);
    }
    expect(p90.slice(1)).not.toContain(null);
    expect(headers["api-notice"]).toContain("of uncorrected runs");
    expect(headers["api-notice"]).toContain("they know no bias of this run");
  });

  it("of hours are narrower than the means of their quarters'", async () => {
    const { ask } = runAndEye;
    const start = `&start=${iso(SEEN + HOUR / 2)}&end=%2B4hours&${three}`;
    const quarters = (await ask(PRECISION + start)).json.meta.quantiles.global_horizontal_irradiance.p10;
    const hours = (await ask(`${PRECISION + start}&frequency=1_hour`)).json.meta.quantiles.global_horizontal_irradiance
      .p10;
    const mean = quarters.slice(0, 4).reduce((sum: number, value: number) => sum + value / 4, 0);
    expect(hours[0]).toBeGreaterThan(mean);
    expect(hours[0]).toBeLessThan(1.2 * mean);
  });

  it("are null where no spread is known: without a run", async () => {
    const { json, headers } = await eyeOnly.ask(`${PRECISION}&${three}`);
    expect(new Set(json.meta.quantiles.global_horizontal_irradiance.p50)).toEqual(new Set([null]));
    expect(headers["api-notice"]).toContain("the spread of this forecast is not known");
  });

  it("enter the tag, and are absent unless asked for", async () => {
    const { ask } = runAndEye;
    const answers = [await ask(`${PRECISION}&meta=extended`), await ask(`${PRECISION}&${three}`)];
    expect(answers[0]!.json.meta).not.toHaveProperty("quantiles");
    expect(answers[0]!.headers.etag).not.toBe(answers[1]!.headers.etag);
    const other = await ask(`${PRECISION}&meta=extended&quantiles=p5`);
    expect(other.headers.etag).not.toBe(answers[1]!.headers.etag);
  });

  it.each([
    ["quantiles=p10", /needs meta=extended/],
    ...["p0", "p100", "p10.5"].map((name): [string, RegExp] => [
      `quantiles=${name}&meta=extended`,
      new RegExp(`must be a comma-separated list without blanks of p1, p2 and so on to p99, got "${name}"$`),
    ]),
    ["quantiles=&meta=extended", /must be a comma-separated list/],
    ["quantiles=p10&meta=extended&response_format=csv", /needs response_format "json"/],
    ["quantiles=p10&meta=extended&frequency=1_minute", /applies to 15_minutes and longer/],
  ])("400 that names them: %s", async (query, why) => {
    const { ask, remaining } = runOnly;
    const before = remaining();
    const { status, json } = await ask(`${PRECISION}&${query}`);
    expect([status, json.error.parameter, remaining()]).toEqual([400, "quantiles", before]);
    expect(json.error.message).toMatch(why);
  });

  it("400 without the light that they are of", async () => {
    const { ask } = runOnly;
    const { status, json } = await ask(`${PRECISION.replace(GHI, "temperature")}&${three}`);
    expect([status, json.error.parameter]).toEqual([400, "quantiles"]);
  });
});

describe("rows", () => {
  it.each([
    ["at 17 past", Date.UTC(2026, 5, 21, 13, 17, 9), 6, 13],
    ["on the hour", Date.UTC(2026, 5, 21, 14), 5, 12],
  ])("%s", async (_, now, hours, quarters) => {
    const { ask, clock } = await served([RUN]);
    clock.now = now;
    const end = encodeURIComponent(iso(Math.floor((now + 6 * HOUR) / 1000) * 1000));
    const basic = (await ask(`/v1/forecast/basic?lat=50&lon=10&start=%2B1hours&end=${end}`)).json;
    const precision = (await ask("/v1/forecast/precision?lat=50&lon=10&start=now&end=%2B3hours")).json;
    expect([basic.start_times.length, precision.start_times.length]).toEqual([hours, quarters]);
    expect(basic.start_times[0]).toBe(iso(Math.floor(now / HOUR) * HOUR + HOUR));
  });
});

/** Longer than a survey is remembered. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

/** All-sky over clear light in June: every hour of the month, not only those that the server samples. */
async function juneIndex(): Promise<number> {
  const world = (await loadWorldClimate()).at(SITE.latitude, SITE.longitude, { altitude: SITE.altitude });
  const { global } = await clearOf(SITE, Date.UTC(2026, 5, 1), HOUR, 30 * 24);
  return world.globalHorizontal[5]! / (global.reduce((sum, value) => sum + value, 0) / global.length);
}
