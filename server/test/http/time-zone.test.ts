/** Times of a zone, and days and months, over HTTP: times, places, costs, caches. */
import { describe, expect, it } from "vitest";
import { expectAnswer } from "../contract/validate.js";
import { stand } from "./harness.js";

const PLACE = "lat=50&lon=10";
const JUNE = "start=2025-06-01&end=2025-07-01";

describe("time_zone", () => {
  it("local is the place's: its times, its starts and its ends", async () => {
    const { ask } = await stand();
    const path = `/v1/observation/historical?${PLACE}&time_zone=local&start=2025-03-30&end=2025-03-31&frequency=1_hour`;
    const { status, json } = await ask(path);
    expect(status).toBe(200);
    expect(json.start_times).toHaveLength(23);
    expect(json.start_times.slice(0, 4)).toEqual([
      "2025-03-30T00:00:00+01:00",
      "2025-03-30T01:00:00+01:00",
      "2025-03-30T03:00:00+02:00",
      "2025-03-30T04:00:00+02:00",
    ]);
    expect(json.meta.time_zone).toBe(1);
    const named = await ask(path.replace("local", "Europe/Berlin"));
    expect(named.json).toEqual(json);
    const standard = await ask(path.replace("local", "standard"));
    expect(standard.json.start_times).toHaveLength(24);
  });

  it("is of forecasts, too, and of no climate year", async () => {
    const { ask } = await stand();
    const { json } = await ask(`/v1/forecast/basic?${PLACE}&time_zone=%2B05:30&end=%2B3hours`);
    expect(json.start_times[0]).toMatch(/:30:00\+05:30$/);
    const { headers } = await ask(`/v1/climate/tmy?${PLACE}&time_zone=local`);
    expect(headers["api-notice"]).toContain("time_zone");
  });

  it("that is none is refused, before anything is charged", async () => {
    const { ask, remaining } = await stand();
    const before = remaining();
    const { status, json } = await ask(`/v1/observation/realtime?${PLACE}&time_zone=Mars/Base`);
    expect([status, json.error.parameter, remaining()]).toEqual([400, "time_zone", before]);
  });
});

describe("days and months", () => {
  it("are sums of hours, as their descriptors and a notice say, and as the document has them", async () => {
    const { ask } = await stand();
    const path = `/v1/observation/historical?${PLACE}&time_zone=local&${JUNE}`;
    const [hours, days, months] = await Promise.all(
      ["1_hour", "1_day", "1_month"].map((frequency) => ask(`${path}&frequency=${frequency}`)),
    );
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    const name = "global_horizontal_irradiance";
    expect([days!.json.start_times.length, months!.json.start_times.length]).toEqual([30, 1]);
    // Values have two decimals.
    expect(Math.abs(sum(hours!.json.values[name]) - months!.json.values[name][0])).toBeLessThan(720 * 0.005 + 0.005);
    expect(Math.abs(sum(days!.json.values[name]) - months!.json.values[name][0])).toBeLessThan(30 * 0.005 + 0.005);
    expect(months!.json.meta.parameters[0]).toMatchObject({ unit: { name: "Wh/m**2" }, aggregation_method: "sum" });
    expect(months!.headers["api-notice"]).toContain("sums of each month");
    expect(months!.json.start_times).toEqual(["2025-06-01T00:00:00+02:00"]);
    expectAnswer("GET", `${path}&frequency=1_month`, {
      status: 200,
      headers: months!.headers as never,
      body: JSON.stringify(months!.json),
    });
  });

  it("cost whole ones", async () => {
    const { ask, remaining } = await stand();
    const before = remaining();
    const hour = "start=2025-06-10T12:00Z&end=2025-06-10T13:00Z";
    await ask(`/v1/observation/historical?${PLACE}&${hour}&frequency=1_month`);
    expect(before - remaining()).toBeCloseTo((200 * 30) / 365, 5);
  });

  it("of realtime are days at most", async () => {
    const { ask } = await stand();
    const day = await ask(`/v1/observation/realtime?${PLACE}&frequency=1_day&start=-3days`);
    expect(day.json.start_times).toHaveLength(4);
    // Today is half over: its row says so.
    expect(day.json.values.temperature.at(-1)).toBeNull();
    expect(day.headers["api-notice"]).toContain("null in 1 of 4 days");
    const month = await ask(`/v1/observation/realtime?${PLACE}&frequency=1_month`);
    expect([month.status, month.json.error.parameter]).toEqual([400, "frequency"]);
  });

  it("have tags of their own", async () => {
    const { ask } = await stand();
    const path = `/v1/observation/historical?${PLACE}&${JUNE.replaceAll(/(\d\d)(?=&|$)/g, "$1T00:00Z")}`;
    const tags = await Promise.all(
      ["1_day", "1_day&time_zone=%2B00:00", "1_month", "1_hour"].map(
        async (frequency) => (await ask(`${path}&frequency=${frequency}`)).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(4);
  });
});
