/** What a report says of a yield. */
import { describe, expect, it, vi } from "vitest";
import { type Asked, factsOf, monthsTable, placeName } from "../../explorer/report/model.js";
import { documentTitle } from "../../explorer/report/sheet.js";
import { horizonName } from "../../explorer/result/picture.js";
import type { YieldAnswer } from "../../explorer/service/answer.js";
import { terrainLine } from "../../explorer/service/provenance.js";
import { Service, Session } from "../../explorer/service/service.js";
import { addressOf } from "../../explorer/state/address.js";
import { FIRST } from "../../explorer/state/state.js";

const SUM = { performance_ratio: 0.8, horizontal_irradiation: 1120, plane_irradiation: 1279 };
const PLANE = {
  surface_tilt: 30,
  surface_azimuth: 172.5,
  tracking_mode: "none",
  kwp: 4.2,
  energy: 1,
  specific_yield: 1,
  ...SUM,
};

/** What a report reads of an answer. */
function yielded(changes: object = {}): YieldAnswer {
  return {
    request: { path: "yield", query: [["lat", "47.4"]] },
    place: { latitude: 47.4, longitude: -8.5, altitude: 1473, time_zone: 1 },
    kwp: 4.2,
    annual: { energy: 4000, specific_yield: 952, ...SUM },
    months: [1, 2].map((month) => ({ month, years: 1, energy: 100.4 * month, specific_yield: 24, ...SUM })),
    years: [],
    losses: [
      { name: "plane", description: "", energy: 5000, factor: 1.1 },
      { name: "shading", description: "", energy: 4750, factor: 0.95 },
    ],
    planes: [PLANE],
    uncertainty: null,
    weather: { kind: "typical", synthetic: true },
    notices: [{ code: "altitude", message: "altitude 1473 m comes from a coarse map" }],
    ...changes,
  } as unknown as YieldAnswer;
}

const FREE = { client: "", project: "", author: "", note: "" };
const ASKED: Asked = { name: "Zürich", altitudeFrom: undefined, isBest: false, horizon: undefined };
const facts = (changes: object = {}, asked: Partial<Asked> = {}) =>
  Object.fromEntries(factsOf(yielded(changes), { ...ASKED, ...asked }));
const line = Array.from({ length: 360 }, (_, k) => (k < 90 ? 25 : 0));

describe("a report", () => {
  it("names what, where and when in its title, which is the name of the file", () => {
    const report = {
      answer: yielded(),
      asked: ASKED,
      date: new Date(2026, 10, 27),
      address: "",
      compared: undefined,
      ...FREE,
    };
    expect(documentTitle(report)).toBe("Yield of a PV system of 4.2 kWp – Zürich – 27 November 2026");
    expect(placeName(yielded().place, "")).toBe("47.4° N, 8.5° W");
  });

  it("has the place with its altitude and where that is from", () => {
    expect(facts().Place).toBe("Zürich (47.4° N, 8.5° W)");
    expect(facts({}, { name: "" }).Place).toBe("47.4° N, 8.5° W");
    expect(facts().Altitude).toBe("1,473 m, from a coarse map");
    expect(facts({ notices: [] }).Altitude).toBe("1,473 m, from the server’s terrain");
    expect(facts({}, { altitudeFrom: "given" }).Altitude).toBe("1,473 m, as given");
    expect(facts({}, { altitudeFrom: "town" }).Altitude).toBe("1,473 m, of the town (GeoNames)");
  });

  it("has every plane, and says that one is the best of its place", () => {
    expect(facts().Planes).toBe("4.2 kWp, tilt 30°, azimuth 172.5°");
    expect(facts({}, { isBest: true }).Planes).toMatch(/ \(the best fixed plane of this place\)$/);
    const planes = [PLANE, { ...PLANE, tracking_mode: "1_axis" }];
    expect(facts({ planes }).Planes).toMatch(/172\.5°; 4\.2 kWp, tracked on one horizontal axis$/);
  });

  it("has the losses that were asked for, or those that the service took", () => {
    const losses = (query: [string, string][], body?: string) =>
      facts({ request: { path: "yield", query, body } })["Losses before the inverter"];
    expect(losses([])).toBe("8.2 % (an owner’s; a bank’s are 14.08 %)");
    expect(losses([["losses", "9.5"]])).toBe("9.5 %");
    expect(losses([["dc_ac_ratio", "1.1"]])).toBe(
      "8.2 % (an owner’s; a bank’s are 14.08 %); modules to inverter (DC/AC) 1.1",
    );
    expect(losses([], "{}")).toBe("as the system describes them");
  });

  it.each([
    ["http://127.0.0.1:9250/", "#kwp=5"],
    ["http://localhost:8080/solar/", "#kwp=5"],
    ["http://[::1]:8080/", "#kwp=5"],
    ["https://sun.example.org/solar/", "https://sun.example.org/solar/#kwp=5"],
    ["http://192.168.1.7:8080/", "http://192.168.1.7:8080/#kwp=5"],
    ["http://localhost.example.org/", "http://localhost.example.org/#kwp=5"],
  ])("at %s has the address %s", (page, address) => {
    expect(addressOf({ ...FIRST, kwp: 5 }, new URL(page) as unknown as Location)).toBe(address);
  });

  it("tells a horizon that is not known from one that is flat", () => {
    const level = { line: new Array(360).fill(0), isTerrain: true };
    const notices = [{ code: "horizon-unknown", message: "no elevation data" }];
    expect(facts({ notices }).Horizon).toBe("not taken into account (no terrain on this server)");
    expect(facts({}, { horizon: level }).Horizon).toMatch(/^from the terrain, up to 0°/);
    expect(horizonName({ horizon: "auto" }, notices)).toBe("not known (no terrain on this server)");
    expect(horizonName({ horizon: "auto" }, [])).toBe("from the terrain");
    // The other notice of a horizon is of one that shades twice.
    expect(facts({ notices: [{ code: "horizon", message: "twice" }] }, { horizon: level }).Horizon).toMatch(/^from/);
  });

  it("knows no line where the service has no terrain", async () => {
    const notice = '"there is no elevation data for this place, so its horizon is unknown"';
    const answers: (string | undefined)[] = [notice, undefined];
    const service = new Service("http://localhost/", new Session());
    vi.spyOn(service, "get").mockImplementation(async () => ({
      text: '{"elevation":[0,7]}',
      headers: new Headers({ "api-notice": answers.shift() ?? "" }),
      price: { cost: 0, remaining: undefined },
    }));
    await expect(terrainLine(service, 47, 8)).rejects.toThrow("no elevation data for this place");
    expect(await terrainLine(service, 47, 8)).toEqual([0, 7]);
  });

  it("has the horizon with what it takes", () => {
    expect(facts().Horizon).toBe("not taken into account");
    const own = { line, isTerrain: false };
    expect(facts({}, { horizon: own }).Horizon).toBe("own line, up to 25°; it takes 5.0 % of the light’s energy");
    expect(facts({}, { horizon: { ...own, isTerrain: true } }).Horizon).toMatch(/^from the terrain, up to 25°/);
  });

  it("says beside all this that the weather is generated", () => {
    expect(facts().Weather).toMatch(/^Generated weather/);
  });

  it("has the months with their year, and no year where there is none", () => {
    expect(monthsTable(yielded()).head).toEqual(["Month", "Jan", "Feb", "Year"]);
    expect(monthsTable(yielded()).rows[0]).toEqual(["kWh", "100", "201", "4,000"]);
    expect(monthsTable(yielded({ annual: null })).rows[0]?.at(-1)).toBe("–");
  });
});
