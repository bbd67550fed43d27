/** The specification's 4.2 and 8: API-token cost. */
import { describe, expect, it } from "vitest";
import { parseObservationRequest, tokenCost } from "../../../src/data/contract/observation/request.js";
import type { Endpoint } from "../../../src/data/contract/observation/types.js";

const request = (start?: string, end?: string) =>
  parseObservationRequest({ lat: 0, lon: 0, start, end, frequency: "1_hour" });
const cost = (start: string, end: string, endpoint: Endpoint = "historical") =>
  tokenCost(endpoint, request(start, end));

describe("API-token cost", () => {
  it("realtime: 1 per request", () => {
    expect(cost("2025-01-01T00:00Z", "2025-01-01T00:01Z", "realtime")).toBe(1);
    expect(cost("2025-01-01T00:00Z", "2025-01-08T00:00Z", "realtime")).toBe(1);
    expect(tokenCost("realtime", request())).toBe(1);
  });

  it.each(["training", "historical"] as const)("%s: 200 per one year of requested period, leap or not", (endpoint) => {
    expect(cost("2023-01-01T00:00Z", "2024-01-01T00:00Z", endpoint)).toBe(200);
    expect(cost("2024-01-01T00:00Z", "2025-01-01T00:00Z", endpoint)).toBe(200);
    expect(cost("2020-01-01T00:00Z", "2025-01-01T00:00Z", endpoint)).toBe(1000);
  });

  it("pro rata of the calendar year", () => {
    expect(cost("2023-01-01T00:00Z", "2023-01-02T00:00Z")).toBeCloseTo(200 / 365, 12);
    expect(cost("2024-02-29T00:00Z", "2024-03-01T00:00Z")).toBeCloseTo(200 / 366, 12);
    expect(cost("2024-01-01T00:00Z", "2024-07-02T00:00Z")).toBe(100);
  });

  it("spanning years: each counts with its own part", () => {
    expect(cost("2023-12-31T00:00Z", "2024-01-02T00:00Z")).toBeCloseTo(200 / 365 + 200 / 366, 12);
    expect(cost("2022-07-01T00:00Z", "2025-04-01T00:00Z")).toBeCloseTo(200 * (184 / 365 + 2 + 90 / 365), 10);
  });

  it("counts the unrounded period", () => {
    expect(cost("2023-01-01T00:59:59Z", "2023-01-01T01:00:01Z")).toBeCloseTo((200 * 2) / (365 * 86_400), 15);
  });

  it("training's default period: 358 days", () => {
    const training = parseObservationRequest({ lat: 0, lon: 0 }, { endpoint: "training", now: "2023-12-01T00:00Z" });
    expect(tokenCost("training", training)).toBeCloseTo((200 * 358) / 365, 10);
  });

  it("an unknown endpoint is a RangeError, a request without a period a TypeError", () => {
    expect(() => tokenCost("tmy" as never, request())).toThrow(RangeError);
    expect(() => tokenCost("historical", request())).toThrow(TypeError);
    expect(() => tokenCost("training", request("2024-01-01T00:00Z"))).toThrow(/start and an end/);
  });
});
