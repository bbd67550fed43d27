/** What a good answer is: its bytes, its forms, its headers. */
import { copyFileSync, readFileSync, utimesSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { syntheticSource } from "irradiance-archive";
import { parseObservationRequest, respond } from "irradiance-engine";
import { parseForecastRequest } from "irradiance-engine/contract";
import { computedIntervals } from "irradiance-engine/internal/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWeather } from "../../src/answers/weather.js";
import { SOFTWARE } from "../../src/software.js";
import { operations } from "../contract/document.js";
import { everywhere, everyYear } from "../everywhere.mjs";
import { temporaryFolder } from "../temporary.js";
import { DAY, DEMO, MONTHS, NOW, posted, type Stand, sourceWith, stand, until, YEAR } from "./harness.js";
import { tileServer } from "./tile-server.js";

const TERRAIN = fileURLToPath(new URL("../../../fixtures/terrain/jacksboro.tif", import.meta.url));
const IMPORT = "/v1/climate/import/monthly";

let server: Stand;
beforeAll(async () => {
  server = await stand({ keep: true });
});
afterAll(() => server.server.stop());

/** The engine's own answer on the weather that the archive has. */
async function engineBytes(path: string): Promise<string> {
  const { searchParams, pathname } = new URL(path, "http://x");
  const query = Object.fromEntries(searchParams) as { lat: string; lon: string };
  const endpoint = pathname.split("/").pop() as "realtime" | "historical" | "basic" | "precision";
  const isForecast = pathname.includes("forecast");
  const request = isForecast
    ? parseForecastRequest(query, { endpoint: endpoint as "basic", now: NOW }).observation
    : parseObservationRequest(query, { endpoint: endpoint as "realtime", now: NOW });
  const { archive, places } = server.server.service;
  const grid = computedIntervals(request, request.start as number, request.end as number);
  const wish = {
    purpose: isForecast ? "forecast" : "history",
    place: { latitude: request.lat, longitude: request.lon },
    period: { start: grid.start, end: grid.start + grid.count * grid.interval * 1000 },
    step: grid.interval,
    parameters: request.parameters,
    synthetic: false,
    now: NOW,
  } as const;
  const { signal } = new AbortController();
  const { series } = await (await findWeather(archive, wish, signal)).read(signal);
  const { clearTurbidity, timeZone } = await places.surroundings(request.lat, request.lon);
  const { software } = server.server.service;
  const altitude = series.place!.altitude!;
  const linkeTurbidity = clearTurbidity(altitude);
  const { body } = respond(request, series, { altitude, linkeTurbidity, timeZone, software });
  return new TextDecoder().decode(body);
}

describe("the bodies of observation and forecast", () => {
  it.each([
    DAY,
    `${DAY}&parameters=all&surface_tilt=30&surface_azimuth=180&frequency=1_minute&start=-3hours`,
    `${DAY}&tracking_mode=1_axis&parameters=all&response_format=csv`,
    YEAR.replace("2025-01-01", "2024-02-01"),
    "/v1/forecast/basic?lat=-35&lon=150&parameters=all",
    "/v1/forecast/precision?lat=50&lon=10&start=%2B13hours&end=%2B20hours&response_format=csv",
  ])("are the bytes of the engine's writer: %s", async (path) => {
    const answer = await server.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toBe(await engineBytes(path));
  });

  it("are the same inline and in a thread, whatever their coding", async () => {
    const threads = await stand({ settings: { "inline-rows": 0 } });
    for (const coding of ["identity", "br", "gzip"])
      for (const path of [`${DAY}&parameters=all`, `${DAY}&response_format=csv`, "/v1/climate/tmy?lat=50&lon=10"]) {
        const headers = { "Accept-Encoding": coding };
        const [inline, pooled] = [await server.ask(path, { headers }), await threads.ask(path, { headers })];
        expect(inline.headers["content-encoding"]).toBe(coding === "identity" ? undefined : coding);
        expect(pooled.headers["content-encoding"]).toBe(inline.headers["content-encoding"]);
        expect(pooled.bytes.equals(inline.bytes)).toBe(true);
        expect(pooled.headers["api-notice"]).toBe(inline.headers["api-notice"]);
      }
  });

  it("are br, gzip or plain, as the client can take them", async () => {
    const plain = await server.ask(YEAR);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const [given, coding] of [
      ["br, gzip", "br"],
      ["gzip", "gzip"],
      ["gzip, br;q=0.5", "gzip"],
      ["*", "br"],
      ["br;q=0, gzip;q=0.1", "gzip"],
      ["br;q=0, *;q=0", undefined],
      ["deflate, zstd", undefined],
    ] as const) {
      const answer = await server.ask(YEAR, { headers: { "Accept-Encoding": given } });
      expect([given, answer.headers["content-encoding"]]).toEqual([given, coding]);
      expect(answer.body === plain.body).toBe(true);
      if (coding) expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    }
  });

  it("CSV has its own type and a file name, whatever Accept says", async () => {
    const { headers } = await server.ask(`${DAY}&response_format=csv`, { headers: { Accept: "application/json" } });
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
    expect(headers["content-disposition"]).toBe('attachment; filename="observation-realtime.csv"');
    expect(headers.etag).not.toBe((await server.ask(DAY)).headers.etag);
  });

  it("meta=extended adds sources and all notices, also from the computation", async () => {
    const path = `${DAY}&parameters=all&meta=extended`;
    const answer = await server.ask(path);
    const { meta, ...rest } = answer.json;
    const { meta: plain, ...same } = (await server.ask(`${DAY}&parameters=all`)).json;
    expect(rest).toEqual(same);
    const { sources, notices, time_zone_name, ...before } = meta;
    expect(before).toEqual(plain);
    expect(time_zone_name).toBe("Europe/Berlin");
    expect(sources[0]).toMatchObject({ source: "everywhere", dataset: "history", synthetic: false, revision: "1" });
    const said = items(answer.headers["api-notice"] as string).map(({ text }) => text);
    expect(notices.map(({ message }: { message: string }) => message)).toEqual(said);
    expect(notices.length).toBeGreaterThan(0);
  });

  it("compatibility pvlib: surface angles under all alone, columns without data null, the stamps' own zone", async () => {
    const other = await stand({
      settings: { compatibility: "pvlib" },
      sources: [everywhere({ last: () => NOW, snow: false })],
    });
    const { values, meta } = (await other.ask(DAY)).json;
    expect([values.surface_azimuth, values.surface_tilt, meta.time_zone]).toEqual([null, null, 0]);
    const all = (await other.ask(`${DAY}&parameters=all`)).json;
    expect(all.values.snow_depth).toBeNull();
    expect(all.values.surface_tilt).toHaveLength(all.start_times.length);
    expect((await server.ask(DAY)).json.meta.time_zone).toBe(1);
  });

  it("after the last value of a source: null, with a notice, and never a made-up number", async () => {
    const last = Math.floor((NOW - 6 * 3_600_000) / 3_600_000) * 3_600_000;
    const short = await stand({ sources: [everywhere({ last: () => last })] });
    const answer = await short.ask(DAY);
    const { end_times: ends, values } = answer.json;
    for (const [i, end] of ends.entries()) {
      const isKnown = Date.parse(end) <= last;
      expect(values.global_horizontal_irradiance[i] !== null, end).toBe(isKnown);
      expect(values.temperature[i] !== null, end).toBe(isKnown);
    }
    expect(answer.headers["api-notice"]).toMatch(/no data of irradiance from 2026-06-21T06:00/);
  });
});

describe("every path", () => {
  const queries: { readonly [path: string]: string } = {
    "/account": "",
    "/account/usage": "?by=day",
    "/forecast/pv": "?lat=50&lon=10&tilt=30",
    "/observation/pv": "?lat=50&lon=10&tilt=30",
    "/systems": "",
  };
  const heads: typeof queries = { "/account/usage": "kind,time,endpoint,r", "/yield": "month,years,horizont" };
  const period = "&start=2024-01-01T00:00Z&end=2024-01-03T00:00Z";
  // Jobs have tests of their own, and a stored system, too: they need one.
  const isOwn = (path: string) => path.startsWith("/jobs") || path.startsWith("/systems/");
  const gets = operations().filter(({ method, path }) => method === "get" && !isOwn(path));

  it("answers in its documented shape, as JSON and, where it can be asked for, as CSV", async () => {
    const flat = await stand({ settings: { "horizon-without-terrain": "flat" }, generator: everyYear() });
    let tables = 0;
    for (const { path, parameters } of gets) {
      const url = `/v1${path}${queries[path] ?? "?lat=50&lon=10"}${path.endsWith("historical") ? period : ""}`;
      const answer = await flat.ask(url);
      const { "access-control-allow-origin": origin, ratelimit, "x-content-type-options": sniffing } = answer.headers;
      expect([path, answer.status, answer.json instanceof Object]).toEqual([path, 200, true]);
      expect([path, sniffing]).toEqual([path, "nosniff"]);
      expect([path, origin, ratelimit]).toEqual([path, "*", expect.stringMatching(/^"key";r=\d+;t=\d+$/)]);
      if (!parameters.some(({ name }) => name === "response_format")) continue;
      tables++;
      const csv = await flat.ask(`${url}&response_format=csv`);
      expect([path, csv.status, csv.body.slice(0, 20)]).toEqual([path, 200, heads[path] ?? "start_time,end_time,"]);
    }
    expect([gets.length, tables]).toEqual([16, 11]);
    const requests = [{ endpoint: "realtime", query: { lat: 50, lon: 10 } }];
    for (const [path, body] of [
      [IMPORT, MONTHS],
      [`${IMPORT}?response_format=csv`, MONTHS],
      ["/v1/observation/batch", { requests }],
    ] as const) {
      const answer = await flat.ask(path, posted(body));
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });
});

describe("meta", () => {
  it("has the version of the package and the commit of the build", async () => {
    const { version, commit } = (await server.ask(DAY)).json.meta;
    const root = fileURLToPath(new URL("../../../package.json", import.meta.url));
    expect([version, commit]).toEqual([JSON.parse(readFileSync(root, "utf8")).version, SOFTWARE.commit]);
  });
});

describe("tags and caching", () => {
  it("304 is free and empty, for the tag alone, weak, in a list; * is any, and a refusal has its words under it", async () => {
    const first = await server.ask(DAY);
    const tag = first.headers.etag!;
    const before = server.remaining();
    for (const given of [tag, tag.slice(2), `"other", ${tag}`]) {
      const { status, body, headers } = await server.ask(DAY, { headers: { "If-None-Match": given } });
      expect([status, body, headers.etag]).toEqual([304, "", tag]);
      for (const name of ["vary", "cache-control", "access-control-allow-origin"]) {
        expect(headers[name]).toBe(first.headers[name]);
      }
    }
    const any = { headers: { "If-None-Match": "*" } };
    const statuses = await Promise.all([DAY, `${DAY}&lat=95`].map((path) => server.ask(path, any)));
    expect(statuses.map(({ status, body }) => [status, body === ""])).toEqual([
      [304, true],
      [400, false],
    ]);
    expect(server.remaining()).toBe(before);
    expect((await server.ask(DAY, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  it("the tag is that of the answer in every coding, and Vary says so", async () => {
    const tags = new Set<string>();
    for (const coding of ["identity", "br", "gzip"]) {
      const { headers } = await server.ask(DAY, { headers: { "Accept-Encoding": coding } });
      tags.add(headers.etag!);
      expect(headers.etag).toMatch(/^W\/"/);
      expect(headers.vary).toBe("Accept-Encoding, Authorization");
    }
    expect(tags.size).toBe(1);
  });

  it("it changes with what changes the answer", async () => {
    const tagOf = async (path: string, of = server) => (await of.ask(path, { method: "HEAD" })).headers.etag!;
    const paths = [
      DAY,
      DAY.replace("50", "51"),
      `${DAY}&frequency=1_hour`,
      `${DAY}&surface_tilt=1`,
      `${DAY}&parameters=temperature`,
      `${DAY}&response_format=csv`,
      `${DAY}&meta=extended`,
      `${DAY}&start=-2days`,
      `${DAY}&tracking_mode=1_axis`,
      "/v1/climate/tmy?lat=50&lon=10",
      "/v1/climate/tmy?lat=50&lon=10&climate_time=utc",
    ];
    const tags = await Promise.all(paths.map((path) => tagOf(path)));
    expect(new Set(tags).size).toBe(paths.length);
    const pvlib = await stand({ settings: { compatibility: "pvlib" } });
    expect(await tagOf(DAY, pvlib)).not.toBe(tags[0]);
    const revised = await stand({
      sources: [
        sourceWith(() => NOW, {
          offer: async (place, now) =>
            (await everywhere({ last: () => NOW }).offer(place, now)).map((offer) => ({ ...offer, revision: "2" })),
        }),
      ],
    });
    expect(await tagOf(DAY, revised)).not.toBe(tags[0]);
    const { identity } = server.server.service;
    expect(identity[0]).toBe(SOFTWARE);
    const later = await stand();
    Object.assign(later.server.service, { identity: [{ ...SOFTWARE, version: "0.0.0" }, ...identity.slice(1)] });
    expect(await tagOf(DAY, later)).not.toBe(tags[0]);
    // The same request in other words.
    expect(await tagOf(`${DAY.replace("50", "50.0")}&frequency=15_minutes&horizon=flat`)).toBe(tags[0]);
  });

  it("it changes with elevation files that were replaced at the same path", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "hills.tif");
    copyFileSync(TERRAIN, file);
    const tag = async () => {
      const { ask, server } = await stand({ keep: true, settings: { dem: [file] } });
      const { headers } = await ask("/v1/altitude?lat=36.5&lon=-84.2", { method: "HEAD" });
      await server.stop();
      return headers.etag!;
    };
    const first = await tag();
    expect(await tag()).toBe(first);
    utimesSync(file, 1, 1);
    expect(await tag()).not.toBe(first);
  });

  it("it stays while now moves within an interval, and changes with the next", async () => {
    const { ask, clock } = await stand();
    const tag = async () => (await ask(`${DAY}&frequency=15_minutes`, { method: "HEAD" })).headers;
    const first = await tag();
    expect(first["cache-control"]).toBe("private, max-age=604"); // 12:34:56.789 to 12:45
    clock.now += 600_000;
    const second = await tag();
    expect([second.etag, second["cache-control"]]).toEqual([first.etag, "private, max-age=4"]);
    clock.now += 5_000;
    expect((await tag()).etag).not.toBe(first.etag);
  });

  it("an answer for which a source was passed over is not kept", async () => {
    const second = { ...everywhere({ last: () => NOW }), id: "second", offer: () => Promise.reject(new Error("away")) };
    const { ask } = await stand({ sources: [everywhere({ last: () => NOW }), second] });
    const { headers, status } = await ask(DAY);
    expect([status, headers["cache-control"], headers.etag]).toEqual([200, "no-store", undefined]);
    expect(headers["api-notice"]).toContain("passed over: second (failed)");
  });

  it("account and sources are not kept", async () => {
    for (const path of ["/v1/account", "/v1/sources?lat=50&lon=10"]) {
      const { headers } = await server.ask(path);
      expect([headers["cache-control"], headers.etag]).toEqual(["no-store", undefined]);
    }
  });
});

/** Items of a list of strings with parameters, as RFC 9651 has it. Throws where it is none. */
function items(field: string): { text: string; parameters: { [name: string]: unknown } }[] {
  const found = [];
  let rest = field;
  while (rest !== "") {
    const string = /^"((?:[ !#-[\]-~]|\\["\\])*)"/.exec(rest);
    if (!string) throw new SyntaxError(`no string at ${rest.slice(0, 40)}`);
    rest = rest.slice(string[0].length);
    const parameters: { [name: string]: unknown } = {};
    for (;;) {
      const parameter =
        /^; *([a-z*][a-z0-9_.*-]*)(?:=("(?:[ !#-[\]-~]|\\["\\])*"|-?\d{1,12}(?:\.\d{1,3})?|\?[01]))?/.exec(rest);
      if (!parameter) break;
      parameters[parameter[1]!] = parameter[2];
      rest = rest.slice(parameter[0].length);
    }
    found.push({ text: decodeURIComponent(string[1]!.replace(/\\(["\\])/g, "$1")), parameters });
    if (rest === "") break;
    const comma = /^ *, */.exec(rest);
    if (!comma) throw new SyntaxError(`no comma at ${rest.slice(0, 40)}`);
    rest = rest.slice(comma[0].length);
  }
  return found;
}

describe("notices and sources in headers", () => {
  it("a notice is in the header of JSON and CSV alike", async () => {
    const path = `${DAY}&parameters=pv_production&unheard=1`;
    const [json, csv] = [await server.ask(path), await server.ask(`${path}&response_format=csv`)];
    const texts = items(json.headers["api-notice"] as string).map(({ text }) => text);
    expect(texts).toContain("unknown query parameter ignored: unheard");
    expect(texts.length).toBeGreaterThan(1);
    expect(csv.headers["api-notice"]).toBe(json.headers["api-notice"]);
  });

  it("Weather-Sources lists each source, its origin and its age", async () => {
    const { headers } = await server.ask(DAY);
    const [item] = items(headers["weather-sources"] as string);
    expect(item!.text).toBe("everywhere/history");
    expect(item!.parameters).toMatchObject({ class: '"measured"', synthetic: "?0", distance: "0" });
    expect(item!.parameters.age).toBe(String(Math.round((NOW % 3_600_000) / 1000)));
  });

  it("unknown keys are named: cut at 40 characters, percent-encoded", async () => {
    const name = "ключ".repeat(20);
    const { headers, status } = await server.ask(`${DAY}&${encodeURIComponent(name)}=1&a%22b=2`);
    expect(status).toBe(200);
    const field = headers["api-notice"] as string;
    expect(field).toMatch(/^[\x20-\x7e]+$/);
    const texts = items(field).map(({ text }) => text);
    expect(texts).toContain(`unknown query parameter ignored: ${name.slice(0, 40)}…`);
    expect(texts).toContain('unknown query parameter ignored: a"b');
  });

  it("at most 8 and 2 KiB, then an ellipsis; what is said of the values comes first", async () => {
    const many = (name: string) => Array.from({ length: 50 }, (_, i) => `${encodeURIComponent(name)}${i}=1`).join("&");
    for (const name of ["x", "ж".repeat(38)]) {
      const { headers } = await server.ask(`${DAY}&parameters=pv_production&${many(name)}`);
      const field = headers["api-notice"] as string;
      const texts = items(field).map(({ text }) => text);
      expect(field.length).toBeLessThanOrEqual(2048);
      expect(texts.length).toBeLessThanOrEqual(9);
      expect(texts.at(-1)).toBe("…");
      const plain = items((await server.ask(`${DAY}&parameters=pv_production`)).headers["api-notice"] as string);
      expect(texts.slice(0, plain.length)).toEqual(plain.map(({ text }) => text));
    }
  });
});

describe("horizon=auto and the ground", () => {
  const [lat, lon] = [36.5, -84.2];
  const place = `lat=${lat}&lon=${lon}`;

  it("without elevation data: refused for accounts, flat with a notice for the demo key and where it is allowed", async () => {
    const demo = await stand({ settings: { demo: "any" } });
    expect((await demo.ask(`${DAY}&horizon=auto`)).status).toBe(400);
    const { status, headers, json } = await demo.ask(`${DAY}&horizon=auto&meta=extended`, { key: DEMO });
    expect(status).toBe(200);
    expect(headers["api-notice"]).toContain("its horizon is unknown: the horizon is flat");
    expect(json.meta.notices.map(({ code }: { code: string }) => code)).toContain("horizon-unknown");
    const lenient = await stand({ settings: { "horizon-without-terrain": "flat" } });
    expect((await lenient.ask(`${DAY}&horizon=auto`)).headers["api-notice"]).toContain("the horizon is flat");
    expect((await lenient.ask("/v1/horizon?lat=1&lon=1")).json.elevation).toEqual(Array(360).fill(0));
    expect((await server.ask("/v1/horizon?lat=1&lon=1")).status).toBe(400);
  });

  it("with elevation data: a line that shades, and the files' altitude", async () => {
    const hills = await stand({ settings: { dem: [TERRAIN] } });
    const line = (await hills.ask(`/v1/horizon?${place}`)).json;
    expect(line.azimuth).toEqual(Array.from({ length: 360 }, (_, i) => i));
    expect(Math.max(...line.elevation)).toBeGreaterThan(0);
    const { altitude } = (await hills.ask(`/v1/altitude?${place}`)).json;
    expect(altitude).toBeGreaterThan(200);
    const query = `/v1/observation/realtime?${place}&parameters=all`;
    const shaded = (await hills.ask(`${query}&horizon=auto`)).json;
    expect(shaded.meta.altitude).toBeCloseTo(altitude, 0);
    const flat = (await hills.ask(query)).json;
    const sum = (of: { values: { [name: string]: number[] } }) =>
      of.values.direct_horizontal_irradiance_with_shading!.reduce((total, value) => total + value, 0);
    expect(sum(shaded)).toBeLessThan(sum(flat));
    // Where the files end.
    expect((await hills.ask("/v1/observation/realtime?lat=0&lon=0&horizon=auto")).status).toBe(400);
  });
});

describe("elevation tiles", () => {
  const place = "lat=50.003&lon=-5.004";
  it("on a server of their own are a line and an altitude, and whose they are is said", async () => {
    const bucket = await tileServer();
    const { ask } = await stand({ settings: { dem: [bucket.url] }, sources: [] });
    const line = await ask(`/v1/horizon?${place}&meta=extended`);
    expect(Math.max(...line.json.elevation)).toBeGreaterThan(3);
    expect(line.headers["api-notice"]).toContain("Copernicus WorldDEM-30");
    const altitude = await ask(`/v1/altitude?${place}`);
    expect([altitude.json.altitude > 500, altitude.headers["api-notice"]]).toEqual([true, line.headers["api-notice"]]);
    // In the middle of the Atlantic no tile is read: nothing is owed, and it is said.
    const sea = await ask("/v1/altitude?lat=0.5&lon=-30.5");
    expect(sea.json.altitude).toBe(0);
    expect(sea.headers["api-notice"]).toBe(
      '"no elevation tile covers the place: it is assumed to be sea, at height 0"',
    );
    const open = await ask("/v1/horizon?lat=0.5&lon=-30.5");
    expect(new Set(open.json.elevation)).toEqual(new Set([0]));
    expect(open.headers["api-notice"]).toBe('"no elevation tile lies around the place: it is assumed to be open sea"');
    await bucket.close();
  });

  it("that cannot be reached are 503, never a flat line, and the server starts all the same", async () => {
    const bucket = await tileServer();
    await bucket.close();
    const { ask, log } = await stand({ settings: { dem: [bucket.url] }, sources: [] });
    await until(() => log.length > 0);
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 40,
        tiles: bucket.url,
        cause: expect.stringContaining("cannot be reached"),
        msg: expect.stringMatching(/^elevation tiles cannot be read/),
      },
    ]);
    for (const path of ["horizon", "altitude"]) {
      const { status, headers, json } = await ask(`/v1/${path}?${place}`);
      expect([status, headers["retry-after"]]).toEqual([503, "5"]);
      expect(json.error.message).toBe(
        "the elevation data, which altitude and horizon=auto need, cannot be read at the moment; try again later",
      );
    }
    await until(() => log.length === 3);
    for (const line of log.slice(1)) {
      const told = { code: "ERR_TERRAIN_UNREADABLE", cause: expect.stringContaining("cannot be reached") };
      expect(JSON.parse(line)).toMatchObject(told);
      expect(line).not.toContain("stack");
    }
  });

  it("of a wrong pattern are told of at the start, and never a height or a line in silence", async () => {
    const bucket = await tileServer();
    const { ask, log } = await stand({ settings: { dem: [`${bucket.url}/typo/{name}.tif`] }, sources: [] });
    await until(() => log.length > 0);
    expect(JSON.parse(log[0]!)).toMatchObject({
      level: 40,
      msg: expect.stringMatching(/^no elevation tile at 50° N, 10° E: /),
    });
    const altitude = await ask(`/v1/altitude?${place}`);
    expect(altitude.headers["api-notice"]).toMatch(/coarse map|assumed to be sea/);
    expect(altitude.headers["api-notice"]).not.toContain("Copernicus");
    // Land so low that it is taken for sea: Rotterdam.
    const low = await ask("/v1/altitude?lat=51.92&lon=4.48");
    expect([low.json.altitude, low.headers["api-notice"]]).toEqual([0, expect.stringContaining("assumed to be sea")]);
    expect((await ask(`/v1/horizon?lat=46.5&lon=8.5`)).status).toBe(400);
    await bucket.close();
  });
});

describe("climate", () => {
  it.each([
    ["Kolkata", 22.57, 88.36, 5.5, "+05:30"],
    ["St John's", 47.56, -52.71, -3.5, "-03:30"],
    ["the north pole", 90, 0, undefined, undefined],
    ["the date line, east", -17, 180, undefined, undefined],
    ["the date line, west", -17, -180, undefined, undefined],
  ])("a typical year at %s has its clock", async (_, lat, lon, zone, offset) => {
    const { status, json } = await server.ask(`/v1/climate/tmy?lat=${lat}&lon=${lon}`);
    expect(status).toBe(200);
    expect([json.start_times.length, json.start_times[0].slice(0, 19)]).toEqual([8760, "2005-01-01T00:00:00"]);
    if (zone !== undefined) {
      expect(json.meta.time_zone).toBe(zone);
      expect(json.start_times[0].slice(19)).toBe(offset);
    }
    const utc = (await server.ask(`/v1/climate/tmy?lat=${lat}&lon=${lon}&climate_time=utc`)).json;
    expect(utc.start_times[0]).toMatch(/Z$/);
  });

  it("a real year has its days: 8784 hours in a leap year; without a year the last complete one", async () => {
    const year = (await server.ask("/v1/climate/amy?lat=50&lon=10&year=2024")).json;
    expect(year.start_times).toHaveLength(8784);
    const last = (await server.ask("/v1/climate/amy?lat=50&lon=10")).json;
    expect(last.start_times[0]).toBe("2025-01-01T00:00:00+01:00");
    expect((await server.ask("/v1/climate/amy?lat=50&lon=10&year=2026")).status).toBe(400);
  });

  it("import asks the generator that a program brings along", async () => {
    const post = posted({ ...MONTHS, lon: 10, temperature: Array(12).fill(25) });
    const made: unknown[] = [];
    const source = everywhere({ last: () => NOW });
    const other = await stand({
      generator: {
        version: "test",
        async generate({ values }, { lat, lon }) {
          made.push(values);
          const place = { latitude: lat, longitude: lon };
          const offer = (await source.offer(place, NOW)).find(({ class: of }) => of === "typical")!;
          const period = { start: Date.UTC(2004, 11, 31), end: Date.UTC(2006, 0, 2) };
          const read = { signal: new AbortController().signal, budget: undefined as never };
          const [part] = await source.read(offer, place, period, ["global_horizontal_irradiance", "temperature"], read);
          const provenance = { ...part!.provenance, class: "synthetic", synthetic: true } as const;
          return { weather: part!.series, provenance, notices: [{ code: "made", message: "a plausible year" }] };
        },
      },
    });
    const answer = await other.ask(IMPORT, post);
    expect([answer.status, answer.headers["api-tokens-cost"]]).toEqual([200, "500"]);
    expect(made).toMatchObject([{ kind: "monthly-values", lat: 1 }]);
    expect(answer.headers["weather-sources"]).toContain("synthetic=?1");
    expect(answer.headers["api-notice"]).toContain("a plausible year");
    const named = await other.ask(IMPORT, { ...post, body: post.body!.replace("[200,", "[20000,") });
    expect([named.status, named.json.error.message]).toEqual([400, expect.stringContaining("January")]);
  });
});

describe("the demo key", () => {
  const free = { key: DEMO };
  const elsewhere = "/v1/observation/realtime?lat=1&lon=1";

  it("off: 401; places: the list; any: any place, and all of it free", async () => {
    expect((await server.ask(DAY, free)).status).toBe(401);
    const places = await stand({ settings: { demo: "places" } });
    expect((await places.ask(DAY, free)).status).toBe(200);
    expect((await places.ask("/v1/observation/realtime?lat=50.01&lon=9.99", free)).status).toBe(200);
    expect((await places.ask("/v1/observation/realtime?lat=50.02&lon=10", free)).status).toBe(403);
    expect((await places.ask(elsewhere, free)).status).toBe(403);
    const any = await stand({ settings: { demo: "any" } });
    const answer = await any.ask(elsewhere, free);
    expect([answer.status, answer.headers["api-tokens-cost"]]).toEqual([200, "0"]);
    expect((await any.ask("/v1/account", free)).json).toMatchObject({ account: "demo", tokens: { remaining: null } });
    expect(any.remaining()).toBe(100_000);
  });

  it("counts an IPv6 network as one client, and all clients together", async () => {
    const settings = { demo: "any", "demo-rate": 3, "demo-rate-all": 5, "trust-proxy": ["127.0.0.1"] } as const;
    const any = await stand({ settings });
    const from = async (address: string) =>
      (await any.ask(DAY, { ...free, headers: { "X-Forwarded-For": address } })).status;
    const one = [1, 2, 3, 4].map((n) => `2001:db8:0:1:${n}::${n}`);
    expect([await from(one[0]!), await from(one[1]!), await from(one[2]!), await from(one[3]!)]).toEqual([
      200, 200, 200, 429,
    ]);
    expect([await from("2001:db8:0:2::1"), await from("192.0.2.1")]).toEqual([200, 200]);
    const { status, json } = await any.ask(DAY, { ...free, headers: { "X-Forwarded-For": "192.0.2.2" } });
    expect([status, json.error.message]).toEqual([
      429,
      expect.stringMatching(/all users of the demo key together may send 5/),
    ]);
  });

  it("any, through a proxy: the list all the same", async () => {
    const any = await stand({ settings: { demo: "any" } });
    for (const [name, value] of [
      ["Forwarded", "for=127.0.0.1"],
      ["Via", "1.1 x"],
      ["X-Forwarded-For", "127.0.0.1"],
      ["X-Forwarded-Proto", "https"],
      ["x-forwarded-anything", ""],
    ] as const) {
      expect([name, (await any.ask(elsewhere, { ...free, headers: { [name]: value } })).status]).toEqual([name, 403]);
    }
    expect((await any.ask(elsewhere, free)).status).toBe(200);
  });

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === "IPv4");
  it.skipIf(outside === undefined)("any, from another address: the list all the same", async () => {
    const any = await stand({ settings: { demo: "any", host: "0.0.0.0" } });
    const { port } = new URL(any.server.address);
    const response = await fetch(`http://${outside!.address}:${port}${elsewhere}`, {
      headers: { Authorization: `Bearer ${DEMO}` },
    });
    expect(response.status).toBe(403);
    await response.text();
  });

  it("has its own limits, by address", async () => {
    const narrow = await stand({ settings: { demo: "any", "demo-rate": 5, "demo-running": 1, "demo-values": 400 } });
    const { limits } = (await narrow.ask("/v1/account", free)).json;
    expect(limits).toMatchObject({ requests_per_window: 5, running: 1, values_per_answer: 400 });
    const any = await stand({
      settings: { demo: "any", "demo-rate": 2, "demo-values": 400, "trust-proxy": ["127.0.0.1"] },
    });
    expect((await any.ask(`${DAY}&parameters=all`, free)).status).toBe(400);
    expect((await any.ask(DAY, free)).status).toBe(200);
    expect((await any.ask(DAY, free)).status).toBe(429);
    expect((await any.ask(DAY, { ...free, headers: { "X-Forwarded-For": "192.0.2.7" } })).status).toBe(200);
    expect((await any.ask(DAY)).status).toBe(200);
  });
});

describe("GET /v1/altitude", () => {
  /** Weather of no height. */
  const nowhere = sourceWith(() => NOW, {
    offer: async (place, now) =>
      (await everywhere({ last: () => NOW }).offer(place, now)).map((offer) => ({
        ...offer,
        cell: { latitude: place.latitude, longitude: place.longitude, distanceKm: 0 },
      })),
  });
  const PATHS = ["observation/realtime", "climate/tmy", "climate/amy", "forecast/basic", "forecast/pv", "yield"];

  /** Of every answer about a place. */
  async function altitudesOf({ ask }: Stand, place: string): Promise<number[]> {
    const found = PATHS.map(async (path) => {
      const plane = path === "forecast/pv" || path === "yield" ? "&tilt=30&kwp=1" : "";
      const { status, json, body } = await ask(`/v1/${path}?${place}${plane}`);
      expect(status, `${path}: ${body.slice(0, 300)}`).toBe(200);
      return (json.meta ?? json.place).altitude;
    });
    return [(await ask(`/v1/altitude?${place}`)).json.altitude, ...(await Promise.all(found))];
  }

  it("comes from a free place, else from the coarse grid, with a notice, as in meta", async () => {
    const nobody = await stand({ sources: [nowhere] });
    const free = await nobody.ask("/v1/altitude?lat=50&lon=10");
    expect([free.json, free.headers["api-notice"]]).toEqual([{ altitude: 290 }, undefined]);
    const coarse = await nobody.ask("/v1/altitude?lat=47&lon=11");
    expect(coarse.json.altitude).toBeGreaterThan(500);
    expect(coarse.headers["api-notice"]).toContain("comes from a coarse map");
    for (const [place, { altitude }] of [
      ["lat=50&lon=10", free.json],
      ["lat=47&lon=11", coarse.json],
    ] as const) {
      expect(new Set(await altitudesOf(nobody, place))).toEqual(new Set([altitude]));
    }
  });

  it("is the height of the weather station at a place, in every answer, with typical years that are drawn, too", async () => {
    expect(new Set(await altitudesOf(server, "lat=47&lon=11"))).toEqual(new Set([100]));
    const short = sourceWith(() => NOW, {
      offer: async (place, now) =>
        (await everywhere({ last: () => NOW }).offer(place, now))
          .filter(({ class: kind }) => kind !== "typical")
          .map((offer) => ({ ...offer, first: Math.max(offer.first, now - 500 * 86_400_000) })),
    });
    const drawn = await stand({ sources: [short, syntheticSource()], settings: { synthetic: true } });
    const { json } = await drawn.ask("/v1/climate/tmy?lat=47&lon=11&meta=extended");
    expect(json.meta.climate.method).toBe("generation");
    expect(new Set(await altitudesOf(drawn, "lat=47&lon=11"))).toEqual(new Set([100]));
  });
});

describe("GET /v1/account", () => {
  it("shows tokens, keys, usage, and the limits that are set", async () => {
    const { ask } = await stand();
    await ask(DAY);
    const { tokens, limits, keys, usage, ...about } = (await ask("/v1/account")).json;
    expect(about).toEqual({ account: "lab", plan: null, price_class: 1 });
    expect(tokens).toEqual({ granted: 100_000, used: 1, held: 0, remaining: 99_999, next_expiry: null });
    expect(limits).toMatchObject({ requests_per_window: 100_000, running: 4, waiting: 16, body_bytes: 65_536 });
    expect(keys).toMatchObject([{ label: "first", scope: "all" }]);
    const jobs = { "jobs-living": 2, "job-sites": 50, "job-requests": 8 };
    const own = {
      ...jobs,
      running: 3,
      waiting: 7,
      "max-values": 12_345,
      "batch-requests": 9,
      deadline: 11,
      "rate-window": 50,
    };
    const other = await stand({ settings: { ...own, rate: 77 } });
    expect((await other.ask("/v1/account")).json.limits).toEqual({
      requests_per_window: 77,
      window_seconds: 50,
      running: 3,
      waiting: 7,
      values_per_answer: 12_345,
      requests_per_batch: 9,
      stored_systems: 100,
      living_jobs: 2,
      sites_per_job: 50,
      job_request_mebibytes: 8,
      body_bytes: 65_536,
      header_bytes: 16_384,
      deadline_seconds: 11,
    });
    expect(usage).toMatchObject([{ day: new Date(NOW).toISOString().slice(0, 10), endpoint: "observation/realtime" }]);
  });
});
