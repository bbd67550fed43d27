/**
 * The examples for Home Assistant, EMHASS and evcc: a server on loopback answers the requests that they describe, and what the programs
 * make of the answers is held against the answers: on an ordinary day, and on the days before the clocks change.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Answer, type Stand, stand } from "../../server/test/http/harness.js";
import { madeRun, madeSources, SITE } from "../../server/test/http/made-sky.js";
import { jq, type Rendered, render, WITHOUT_TOOLS } from "./home/tools.js";

const QUARTER = 900_000;
const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
const read = (name: string) => parse(readFileSync(example(name), "utf8"));

/** When is asked, how long the next day is in Berlin, and when it begins. */
const MOMENTS = [
  { name: "in summer", now: Date.UTC(2026, 5, 21, 12, 40, 56), hours: 24, midnight: Date.UTC(2026, 5, 21, 22) },
  { name: "before 25 hours", now: Date.UTC(2026, 9, 24, 9, 50, 1), hours: 25, midnight: Date.UTC(2026, 9, 24, 22) },
  { name: "before 23 hours", now: Date.UTC(2027, 2, 27, 13, 5, 0), hours: 23, midnight: Date.UTC(2027, 2, 27, 23) },
];

interface HomeRequest {
  readonly path: string;
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
}

/** A request as an example describes it, with the address and the key of this server. */
async function askAs({ ask, key }: Stand, { path, body, headers }: HomeRequest): Promise<Answer> {
  const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization");
  const answer = await ask(path, { method: "POST", body, key, headers: Object.fromEntries(own) });
  expect([answer.status, answer.body.slice(0, answer.status === 200 ? 0 : 500)]).toEqual([200, ""]);
  return answer;
}

const pathOf = (address: string) => address.replace("http://192.168.1.2:8080", "");
const instantOf = (text: string) => Date.parse(text);

describe.skipIf(WITHOUT_TOOLS).each(MOMENTS)("$name", ({ now, hours, midnight }) => {
  let server: Stand;
  beforeAll(async () => {
    // Clouds that come and go, so that no two quarters are alike.
    const run = madeRun(now, (time) => 0.7 + 0.25 * Math.sin(time / 5e6), { temperature: () => 12 });
    server = await stand({ sources: madeSources(SITE, run), keep: true });
    server.clock.now = now;
  });
  afterAll(() => server.server.stop());

  /** kWh between two moments, from the powers of an answer. */
  function energyOf({ json }: Answer, from: number, to: number): number {
    return json.start_times.reduce((sum: number, time: string, k: number) => {
      const [start, end] = [instantOf(time), instantOf(json.end_times[k])];
      const share = Math.max(0, Math.min(end, to) - Math.max(start, from)) / 3.6e9;
      return share === 0 ? sum : sum + json.values.ac_power[k] * share;
    }, 0);
  }

  describe("home-assistant.yaml", () => {
    const { rest, recorder } = read("home-assistant.yaml");
    const { resource, payload, headers, params, method, sensor } = rest[0];
    let answer: Answer;
    let states: Map<string, Rendered>;
    let available: Map<string, Rendered>;
    beforeAll(async () => {
      const query = new URLSearchParams(params);
      expect([method, headers.Authorization]).toEqual(["POST", "Bearer YOUR-KEY"]);
      answer = await askAs(server, { path: `${pathOf(resource)}?${query}`, body: payload, headers });
      states = rendered("value_template", answer.body);
      available = rendered("availability", answer.body);
    });

    function rendered(part: "value_template" | "availability", value: string): Map<string, Rendered> {
      const ids: string[] = sensor.map((one: { unique_id: string }) => one.unique_id);
      const templates = sensor.map((one: { [name: string]: string }) => one[part] ?? "True");
      const texts = render(templates, { value });
      return new Map(ids.map((id, k) => [id, texts[k]!]));
    }

    it("shows the power of this quarter of an hour, which is not more than the inverter gives", () => {
      const shown = Number(states.get("pv_forecast_power_now")!.text);
      const start = instantOf(answer.json.start_times[0]);
      expect([start, instantOf(answer.json.end_times[0])]).toEqual([
        Math.floor(now / QUARTER) * QUARTER,
        Math.floor(now / QUARTER) * QUARTER + QUARTER,
      ]);
      expect(shown).toBe(Math.round(answer.json.values.ac_power[0]));
      expect(shown).toBeGreaterThan(100);
      expect(Math.max(...answer.json.values.ac_power)).toBeLessThanOrEqual(6500);
      expect(Math.min(...answer.json.values.ac_power)).toBe(0);
    });

    it("shows the energies of the days of the place, also of the days that are shorter or longer", async () => {
      const path = `${pathOf(resource)}?${new URLSearchParams({ ...params, start: "-24hours" })}`;
      const whole = await askAs(server, { path, body: payload, headers });
      const day = 24 * 4 * QUARTER;
      const expected = {
        pv_forecast_today: energyOf(whole, midnight - day, midnight),
        pv_forecast_remaining_today: energyOf(answer, instantOf(answer.json.issued), midnight),
        pv_forecast_tomorrow: energyOf(answer, midnight, midnight + hours * 4 * QUARTER),
      };
      for (const [id, kWh] of Object.entries(expected)) {
        expect([id, Number(states.get(id)!.text)]).toEqual([id, expect.closeTo(kWh, 2)]);
        expect(kWh).toBeGreaterThan(1);
      }
      const { date, start, end } = answer.json.days[1];
      expect([date, instantOf(start), instantOf(end)]).toEqual([
        new Date(midnight + day / 2).toISOString().slice(0, 10),
        ...[midnight, midnight + hours * 4 * QUARTER],
      ]);
    });

    it("keeps the course with its times, and what the days give in nine cases of ten", () => {
      const course = sensor.find((one: { unique_id: string }) => one.unique_id === "pv_forecast");
      for (const name of course.json_attributes) expect(answer.json[name]).toBeDefined();
      expect(instantOf(states.get("pv_forecast")!.text!)).toBe(instantOf(answer.json.issued));
      expect(recorder.exclude.entities).toEqual(["sensor.pv_forecast"]);
      for (const [id, day] of [
        ["pv_forecast_today", 0],
        ["pv_forecast_tomorrow", 1],
      ] as const) {
        const one = sensor.find((each: { unique_id: string }) => each.unique_id === id);
        expect(one.json_attributes_path).toBe(`$.days[${day}].quantiles`);
        expect(answer.json.days[day]).toHaveProperty("quantiles");
      }
    });

    it("is available where all is known, and not where something is missing or the server refuses", () => {
      expect([...available.values()]).toEqual(sensor.map(() => ({ text: "True" })));
      const gaps = { ...answer.json, energy: { today: null, remaining_today: null, tomorrow: null } };
      gaps.values = { ac_power: [null] };
      const refusal = { error: { message: "no such key", parameter: null, request_id: "1" } };
      for (const body of [gaps, refusal]) {
        const texts = [...rendered("availability", JSON.stringify(body))].filter(([id]) => id !== "pv_forecast");
        expect(texts.map(([, { text }]) => text)).toEqual(texts.map(() => "False"));
      }
    });

    it("gives EMHASS each known power by its time (emhass.yaml)", () => {
      const { start_times, values } = answer.json;
      const withGap = {
        ...values,
        ac_power: values.ac_power.map((power: number, k: number) => (k === 7 ? null : power)),
      };
      const states = { "sensor.pv_forecast": { start_times, values: withGap } };
      const { payload: template, content_type } = read("emhass.yaml").rest_command.emhass_day_ahead;
      const [{ text, error }] = render([template], { states }) as [Rendered];
      expect([error, content_type]).toEqual([undefined, "application/json"]);
      const given = JSON.parse(text!).pv_power_forecast as { [time: string]: number };
      const known = start_times.filter((_: string, k: number) => k !== 7);
      expect(Object.keys(given)).toEqual(known);
      expect(Object.values(given)).toEqual(known.map((time: string) => values.ac_power[start_times.indexOf(time)]));
      const instants = start_times.map(instantOf);
      expect(instants).toEqual(instants.map((_: number, k: number) => instants[0] + k * QUARTER));
    });
  });

  describe("evcc.yaml", () => {
    it("gives evcc every quarter of an hour in UTC, in W", async () => {
      const [{ type, tariff, forecast }] = read("evcc.yaml").tariffs.solar;
      expect([type, tariff, forecast.source, forecast.method, forecast.auth]).toEqual([
        ...["custom", "solar", "http", "POST"],
        { type: "bearer", token: "YOUR-KEY" },
      ]);
      const { uri, body, headers } = forecast;
      const answer = await askAs(server, { path: pathOf(uri), body, headers });
      const rates = JSON.parse(jq(forecast.jq, answer.body)) as { start: string; end: string; value: number }[];
      const first = Math.floor(now / QUARTER) * QUARTER;
      const iso = (k: number) => new Date(first + k * QUARTER).toISOString().replace(".000Z", "Z");
      expect(rates.length).toBeGreaterThanOrEqual(72 * 4);
      expect(rates).toEqual(
        rates.map((_, k) => ({ start: iso(k), end: iso(k + 1), value: answer.json.values.ac_power[k] })),
      );
    });
  });

  describe("emhass.sh", () => {
    const folder = mkdtempSync(join(tmpdir(), "irradiance-emhass-"));
    afterAll(() => rmSync(folder, { recursive: true }));

    it.each([15, 30, 60])("sends EMHASS the mean powers of steps of %i minutes", async (step) => {
      const roof = { planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8 }] };
      const file = join(folder, "roof.json");
      writeFileSync(file, JSON.stringify(roof));
      const { received } = await planned(file, { STEP: String(step) });
      const answer = await server.ask("/v1/forecast/pv?lat=52.5&lon=13.4&end=%2B26hours", {
        method: "POST",
        body: JSON.stringify(roof),
        headers: { "Content-Type": "application/json" },
      });
      const power: number[] = answer.json.values.ac_power;
      const sent = JSON.parse(received!).pv_power_forecast as number[];
      // 25 hours is what EMHASS plans where the clocks go back.
      expect(sent.length).toBeGreaterThanOrEqual((25 * 60) / step);
      const quarters = step / 15;
      sent.forEach((value, k) => {
        const own = power.slice(k * quarters, (k + 1) * quarters);
        expect(value).toBeCloseTo(own.reduce((sum, one) => sum + one, 0) / quarters, 6);
      });
    });

    it("sends nothing when the server refuses", async () => {
      const file = join(folder, "wrong.json");
      writeFileSync(file, JSON.stringify({ planes: [{ surface_tilt: 300, surface_azimuth: 180, kwp: 8 }] }));
      const { received, status, errors } = await planned(file, {});
      expect([received, status]).toEqual([undefined, expect.any(Number)]);
      expect(status).not.toBe(0);
      expect(errors).toContain("400");
    });

    /** Runs the script beside something that listens in EMHASS's place. */
    async function planned(file: string, env: { readonly [name: string]: string }) {
      let received: string | undefined;
      const emhass = createServer(async (request, response) => {
        expect([request.method, request.url]).toEqual(["POST", "/action/dayahead-optim"]);
        received = "";
        for await (const part of request) received += part;
        response.end("EMHASS >> Action dayahead-optim executed...\n");
      });
      await new Promise<void>((resolve) => emhass.listen(0, "127.0.0.1", resolve));
      const child = spawn("sh", [example("emhass.sh"), file], {
        env: {
          ...process.env,
          ...{ KEY: server.key, PLACE: "lat=52.5&lon=13.4", IRRADIANCE: server.server.address },
          ...{ EMHASS: `http://127.0.0.1:${(emhass.address() as AddressInfo).port}`, ...env },
        },
      });
      let errors = "";
      child.stderr.on("data", (text) => (errors += text));
      const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
      emhass.close();
      return { received, status, errors };
    }
  });
});
