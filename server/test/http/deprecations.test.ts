/** What a later version will not serve: the headers of its answers, its figures, and the name in its log lines. */
import { expect, it } from "vitest";
import { announcerOf, DEPRECATIONS, type Deprecation } from "../../src/http/deprecations.js";
import { createMetrics } from "../../src/metrics.js";
import { DOCUMENT } from "../contract/document.js";
import { type Answer, ask, DAY, stand, until } from "./harness.js";
import { JOBS, temporaryFolder } from "./jobs-fixture.js";

const REALTIME = "/v1/observation/realtime";
const PAGE = "https://example.org/v2";
const TABLE: readonly Deprecation[] = [
  { path: REALTIME, parameter: "surface_tilt", since: "2027-03-01", page: `${PAGE}#tilt` },
  { path: REALTIME, parameter: "horizon", since: "2027-01-01", sunset: "2028-01-31", page: PAGE },
  { path: "/v1/altitude", since: "2026-12-01", sunset: "2027-06-30", page: PAGE },
  { path: "/v1/jobs/:id", since: "2027-01-01", page: PAGE },
];

const judged = false; // nothing is deprecated in openapi.yaml
const shown = ({ headers }: Answer) => [headers.deprecation, headers.sunset, headers.link];

it("is named in the headers of every answer to it, counted and logged; other answers are as ever", async () => {
  const folder = temporaryFolder();
  const server = await stand({ deprecations: TABLE, settings: { jobs: folder, "operations-port": 0 } });
  expect(shown(await server.ask(DAY))).toEqual([undefined, undefined, undefined]);
  expect(shown(await server.ask("/v1/nothing?horizon=flat"))).toEqual([undefined, undefined, undefined]);

  const ofHorizon = [
    "@1798761600",
    "Mon, 31 Jan 2028 00:00:00 GMT",
    `<${PAGE}>; rel="deprecation"; type="text/html", <${PAGE}>; rel="sunset"; type="text/html"`,
  ];
  const refused = await server.ask(`${DAY}&horizon=x`, { judged });
  expect([refused.status, ...shown(refused)]).toEqual([400, ...ofHorizon]);
  expect(shown(await server.ask(`${DAY}&horizon=flat`, { method: "HEAD", judged }))).toEqual(ofHorizon);
  const stranger = await server.ask(`${DAY}&horizon=flat`, { key: "irr_wrong", judged });
  expect([stranger.status, ...shown(stranger)]).toEqual([401, ...ofHorizon]);

  // The first dates count.
  const both = await server.ask(`${DAY}&surface_tilt=10&horizon=flat`, { judged });
  expect([both.status, ...shown(both).slice(0, 2)]).toEqual([200, ...ofHorizon.slice(0, 2)]);
  expect(both.headers.link).toBe(`<${PAGE}#tilt>; rel="deprecation"; type="text/html", ${ofHorizon[2]}`);
  const alone = await server.ask(`${DAY}&surface_tilt=10`, { judged });
  expect(shown(alone)).toEqual(["@1803859200", undefined, `<${PAGE}#tilt>; rel="deprecation"; type="text/html"`]);

  const altitude = await server.ask("/v1/altitude?lat=1&lon=1", { judged });
  expect(altitude.headers.sunset).toBe("Wed, 30 Jun 2027 00:00:00 GMT");
  expect((await server.ask(`${JOBS}/none`, { judged })).headers.deprecation).toBe("@1798761600");
  expect((await server.ask(JOBS)).headers.deprecation).toBeUndefined();
  for (const answer of [refused, both, alone, altitude]) {
    for (const [name, { schema }] of Object.entries(DOCUMENT.components.headers)) {
      const value = answer.headers[name.toLowerCase()];
      if (["Deprecation", "Sunset", "Link"].includes(name) && value) expect(value).toMatch(RegExp(schema.pattern!));
    }
  }

  await until(() => server.log.length === 10);
  const named = server.log.map((line) => JSON.parse(line).deprecated);
  expect(named.slice(0, 6)).toEqual([
    ...[undefined, undefined, [`${REALTIME}?horizon`], [`${REALTIME}?horizon`], [`${REALTIME}?horizon`]],
    [`${REALTIME}?surface_tilt`, `${REALTIME}?horizon`],
  ]);
  const figures = (await ask(server.server.operations!, "/metrics", { judged })).body;
  expect(figures.match(/^irradiance_deprecated_requests_total\{.*$/gm)).toEqual([
    `irradiance_deprecated_requests_total{what="${REALTIME}?horizon"} 4`,
    `irradiance_deprecated_requests_total{what="${REALTIME}?surface_tilt"} 2`,
    'irradiance_deprecated_requests_total{what="/v1/altitude"} 1',
    'irradiance_deprecated_requests_total{what="/v1/jobs/:id"} 1',
  ]);
});

it("can be read by pages of others", async () => {
  const server = await stand();
  const { headers } = await server.ask(DAY, { headers: { Origin: "https://example.org" } });
  const exposed = String(headers["access-control-expose-headers"]).split(", ");
  expect(exposed).toEqual(expect.arrayContaining(["Deprecation", "Sunset", "Link"]));
});

it("costs nothing where nothing is deprecated, as today", () => {
  expect(announcerOf([], createMetrics())).toBeUndefined();
  expect(() => announcerOf(DEPRECATIONS, createMetrics())).not.toThrow();
});

it.each([
  [
    "a date of another form",
    { since: "1 March 2027" },
    'since of /v1/a must be a date like 2027-01-31, got "1 March 2027"',
  ],
  [
    "a day that there is not",
    { since: "2027-13-01" },
    'since of /v1/a must be a date like 2027-01-31, got "2027-13-01"',
  ],
  ["an end of another form", { sunset: "soon" }, 'sunset of /v1/a must be a date like 2027-01-31, got "soon"'],
  [
    "an end before the beginning",
    { sunset: "2026-12-31" },
    "sunset of /v1/a must not be before 2027-01-01, got 2026-12-31",
  ],
])("%s is refused at the start", (_, wrong, message) => {
  const entry = { path: "/v1/a", since: "2027-01-01", page: PAGE, ...wrong };
  expect(() => announcerOf([entry], createMetrics())).toThrow(new RangeError(message));
});
