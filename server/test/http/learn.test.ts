/** POST /v1/systems/learn: the report of `irradiance learn`, of a file that is bounded, read in a thread, paid for, and kept nowhere. */
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { workplace } from "../../../test/cli/in-process.js";
import { MOST_METER_BYTES } from "../../src/answers/learnt-system.js";
import { MOST_METERS_BYTES } from "../../src/http/meter-body.js";
import { createMetrics } from "../../src/metrics.js";
import type { Answer, Asking, Stand } from "./harness.js";
import { DAY, DEMO, parseRaw, posted, stand, until } from "./harness.js";

const HOUR = 3_600_000;
const START = Date.UTC(2021, 1, 1);
const PLACE = "lat=48.1&lon=11.6&altitude=520";
const LEARN = `/v1/systems/learn?${PLACE}`;
const MIB = 2 ** 20;

/** Hours of a roof to the south-east that is dimmed on three days in ten, W. Any curve of the sun's shape will do. */
function meter(days: number): string {
  const lines = Array.from({ length: 24 * days }, (_, row) => {
    const time = START + row * HOUR;
    const day = Math.floor(row / 24);
    const declination = -0.409 * Math.cos((2 * Math.PI * (day + 42)) / 365);
    const angle = ((row % 24) + 0.5 + 11.6 / 15 - 12) * (Math.PI / 12);
    const [latitude, tilt, turn] = [0.8395, 0.6, -0.5];
    const height =
      Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(angle);
    const east = -Math.cos(declination) * Math.sin(angle);
    const south =
      Math.sin(latitude) * Math.cos(declination) * Math.cos(angle) - Math.cos(latitude) * Math.sin(declination);
    const onPlane = Math.cos(tilt) * height + Math.sin(tilt) * (south * Math.cos(turn) - east * Math.sin(turn));
    const clear = height <= 0 ? 0 : 4000 * (0.75 * Math.max(0, onPlane) * height ** 0.15 + 0.1 * Math.sqrt(height));
    const dim = (day * 7) % 10 < 3 ? 0.3 + 0.1 * ((row * 7) % 5) : 1;
    return `${new Date(time).toISOString().slice(0, 16)}Z,${(clear * dim).toFixed(1)}`;
  });
  return `time,ac_power_w\n${lines.join("\n")}\n`;
}

const METER = meter(210);
const SHORT = meter(40);
const { run, put, textOf, jsonOf } = workplace("learn");
put("meter.csv", METER);
const FLAGS = ["--lat=48.1", "--lon=11.6", "--altitude=520"];

const file = (body: string | Uint8Array, headers: { readonly [name: string]: string } = {}): Asking => ({
  // Bytes are sent as they are.
  ...{ method: "POST", body: body as string, headers: { "Content-Type": "text/csv", ...headers } },
});
const refused = ({ status, json }: Answer) => [status, json.error.code, json.error.parameter];

it("answers with the bytes of the command's report, and a description that a yield takes", async () => {
  const { ask, log, remaining } = await stand();
  expect((await run("meter.csv", ...FLAGS, "--report=learn.json", "--out=system.json")).status).toBe(0);
  const answer = await ask(LEARN, file(METER));
  expect(answer.status).toBe(200);
  expect(answer.body).toBe(textOf("learn.json"));
  const { description } = answer.json.system;
  expect(description).toEqual(jsonOf("system.json"));
  expect(answer.headers["api-notice"]).toContain("is read as AC power");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(remaining()).toBe(99_900);
  expect((await ask("/v1/yield?lat=48.1&lon=11.6", posted(description))).status).toBe(200);
  // Neither the place nor a value of the meter.
  const line = log.find((text) => text.includes("systems/learn"))!;
  expect(JSON.parse(line)).toMatchObject({ path: "/v1/systems/learn", status: 200, tokens: 100, rows: 5040 });
  expect(line).not.toMatch(/48\.1|ac_power/);
});

it("holds what is known of the system, as the command does", async () => {
  const { ask } = await stand();
  const facts = ["--tilt=20", "--azimuth=150", "--limit=9", "--kwp=4.5"];
  expect((await run("meter.csv", ...FLAGS, ...facts, "--report=known.json")).status).toBe(0);
  const answer = await ask(`${LEARN}&surface_tilt=20&surface_azimuth=150&limit=9&kwp=4.5`, file(METER));
  expect(answer.body).toBe(textOf("known.json"));
  expect(answer.json.system.planes).toEqual([expect.objectContaining({ tilt: 20, azimuth: 150 })]);
  const refusals = ["surface_tilt=91", "surface_azimuth=-1", "limit=0", "kwp=none"];
  for (const query of refusals)
    expect(refused(await ask(`${LEARN}&${query}`, file(METER)))).toEqual([
      400,
      "invalid_parameter",
      query.split("=")[0],
    ]);
});

it("takes the file under any name, packed or not, by its own clock or another", async () => {
  const { ask } = await stand();
  const first = (await ask(LEARN, file(METER))).body;
  const packed = gzipSync(METER);
  for (const [body, type] of [
    [METER, "application/x-www-form-urlencoded"],
    [METER, "application/json"],
    [packed, "application/octet-stream"],
  ] as const) {
    const answer = await ask(LEARN, file(body, { "Content-Type": type, "Accept-Encoding": "br" }));
    expect([answer.status, answer.body === first]).toEqual([200, true]);
  }
  const local = METER.replaceAll("Z,", ",");
  const zoned = await ask(`${LEARN}&time_zone=%2B01:00&unit=W&column=2&label=start`, file(local));
  expect(zoned.json.clock.middle - JSON.parse(first).clock.middle).toBeCloseTo(60, -1);
  expect((await ask(`${LEARN}&time_zone=local`, file(local))).status).toBe(200);
  const bare = await ask(LEARN, file(local));
  expect(bare.headers["api-notice"]).toContain("found by the sun");
});

it("says why nothing is learnt, which costs what the look costs", async () => {
  const { ask, server, remaining } = await stand();
  const noted = vi.spyOn(server.service, "noteLearning");
  const answer = await ask(LEARN, file(SHORT));
  expect([answer.status, answer.json.system, answer.json.refusal]).toEqual([
    ...[200, null, { code: "few-days", message: expect.stringMatching(/40 days/) }],
  ]);
  expect(remaining()).toBe(99_900);
  await ask(LEARN, file("nothing"));
  await ask(LEARN, file(METER));
  expect(noted.mock.calls).toEqual([["few-days"], ["unreadable"], ["learnt"]]);
  const metrics = createMetrics();
  metrics.noteLearning("few-days");
  expect(await metrics.text()).toContain('irradiance_learnings_total{outcome="few-days"} 1');
});

it("costs by the MiB, ten times of a packed file, and nothing where it fails", async () => {
  const { ask, remaining, accounts } = await stand({ settings: { "cost-learn": 3 } });
  const padded = `${SHORT}${" \n".repeat(MIB)}`;
  for (const [body, tokens] of [
    [SHORT, 3],
    [padded, 9],
    [gzipSync(SHORT), 3],
    [gzipSync(METER, { level: 0 }), 6],
  ] as const) {
    const before = remaining();
    expect((await ask(LEARN, file(body))).headers["api-tokens-cost"]).toBe(String(tokens));
    expect(before - remaining()).toBe(tokens);
  }
  const before = remaining();
  expect((await ask(LEARN, file("no table"))).status).toBe(400);
  expect((await ask(`${LEARN}&date_format=x`, file(METER))).status).toBe(400);
  expect([remaining(), accounts.balance("lab").held]).toEqual([before, 0]);
});

it("is sent again under its key for one charge, and with another file refused", async () => {
  const { ask, remaining } = await stand();
  const key = { "Idempotency-Key": "roof" };
  const first = await ask(LEARN, file(METER, key));
  const again = await ask(LEARN, file(METER, key));
  expect([again.body === first.body, again.headers["idempotent-replayed"], remaining()]).toEqual([
    true,
    "true",
    99_900,
  ]);
  expect(refused(await ask(LEARN, file(SHORT, key)))[1]).toBe("idempotency_conflict");
});

it("names the parameter that is wrong, in the words of the query", async () => {
  const { ask } = await stand({ settings: { demo: "places" } });
  const asked = async (query: string) => refused(await ask(`/v1/systems/learn?${query}`, file(METER)));
  expect(await asked("lat=48.1")).toEqual([400, "missing_parameter", "lon"]);
  expect(await asked(`${PLACE}&unit=kilo`)).toEqual([400, "invalid_parameter", "unit"]);
  expect(await asked(`${PLACE}&time_zone=Mars`)).toEqual([400, "invalid_parameter", "time_zone"]);
  expect(await asked(`${PLACE}&date_format=x`)).toEqual([400, "invalid_parameter", "date_format"]);
  expect(await asked(`${PLACE}&longest_gap=2`)).toEqual([400, "invalid_parameter", "fill"]);
  expect(await asked(`${PLACE}&column=foo`)).toEqual([400, "invalid_body", undefined]);
  const days = await ask(LEARN, file("time,kwh\n2024-01-01,3\n2024-01-02,4\n2024-01-03,5\n"));
  expect(refused(days)).toEqual([400, "invalid_body", undefined]);
  expect((await ask(`${LEARN}&colour=red`, file(SHORT))).headers["api-notice"]).toContain("ignored: colour");
  expect((await ask(LEARN, { ...file(METER), key: DEMO })).status).toBe(403);
});

const HOSTILE: { readonly [what: string]: string | Uint8Array } = {
  nothing: "",
  "blank lines": "\n".repeat(4 * MIB),
  "one line of 30 MB": "a,".repeat(15e6),
  "bytes of no text": Uint8Array.from({ length: 4096 }, (_, k) => (k * 37) % 256),
  "a ZIP archive": "PK\x03\x04\x14\0meter.csv",
  "damaged gzip": gzipSync(METER).subarray(0, 9000),
  "much gzip of nothing": gzipSync(Buffer.alloc(200 * MIB, "\n")),
  "quotes that stay open": 'time,power_w\n"2024-01-01T00:00Z,1\n'.repeat(1000),
  "a million columns": `time${",power_w".repeat(1000)}\n${"1,".repeat(1000)}\n`,
  "brackets without end": "[".repeat(4 * MIB),
  "centuries of seconds": "time,power_w\n1900-01-01T00:00:00Z,1\n1900-01-01T00:00:01Z,1\n2900-01-01T00:00:00Z,1\n",
  "numbers that are none": `time,power_w\n${"2024-01-01T00:00Z,NaN\n".repeat(3)}`,
};

it.each(Object.entries(HOSTILE))("refuses %s", async (_, body) => {
  const { ask, server, remaining } = await stand();
  const answer = await ask(LEARN, file(body));
  expect(refused(answer).slice(0, 2)).toEqual([400, "invalid_body"]);
  expect([remaining(), server.service.meters.size]).toEqual([100_000, 0]);
});

it("says no more of long names than a header holds", async () => {
  const { ask } = await stand();
  const rows = "\n2024-01-01T00:00Z,1\n2024-01-01T01:00Z,1\n";
  const named = await ask(`${LEARN}&unit=W`, file(`time,power_${"x".repeat(50_000)}${rows}`));
  expect([named.status, named.headers["api-notice"]!.length < 800]).toEqual([200, true]);
  const unknown = await ask(LEARN, file(`time${",foo".repeat(5000)}${rows}`));
  expect([unknown.status, unknown.json.error.message.length < 700]).toEqual([400, true]);
});

it("takes no form, and no body in a coding", async () => {
  const { ask } = await stand();
  const form = await ask(LEARN, file(METER, { "Content-Type": "multipart/form-data; boundary=x" }));
  expect(refused(form)).toEqual([415, "unsupported_media_type", undefined]);
  expect((await ask(LEARN, file(gzipSync(METER), { "Content-Encoding": "gzip" }))).status).toBe(415);
});

/** A file that is sent as it comes, its length not told. */
function sending({ server, key }: Stand) {
  const { hostname, port } = new URL(server.address);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "text/csv" };
  const request = httpRequest({ hostname, port, path: LEARN, method: "POST", headers, agent: false });
  const ended = new Promise<number>((resolve) => {
    request.on("error", () => resolve(0));
    request.on("response", (response) => response.resume().on("end", () => resolve(response.statusCode!)));
  });
  return { request, ended };
}

it("refuses what is too large while it is sent, and serves on over the connection", async () => {
  const it_ = await stand();
  const told = `POST ${LEARN} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${it_.key}\r\nContent-Length: ${MOST_METER_BYTES + 1}\r\n\r\n`;
  const sent = Buffer.concat([Buffer.from(told), Buffer.alloc(MOST_METER_BYTES + 1, "a")]);
  const next = `GET ${DAY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${it_.key}\r\nConnection: close\r\n\r\n`;
  const answers = await it_.raw(Buffer.concat([sent, Buffer.from(next)]));
  expect(parseRaw(answers)).toMatchObject({ status: 413 });
  expect(answers).toContain("HTTP/1.1 200 OK");
  const { request, ended } = sending(it_);
  for (let k = 0; k <= MOST_METER_BYTES / MIB; k++) request.write(Buffer.alloc(MIB, "a"));
  request.end();
  expect(await ended).toBe(413);
  await until(() => it_.server.service.meters.size === 0);
  // The day alone.
  expect(it_.remaining()).toBe(99_999);
});

it("forgets the file of a client that leaves, be it sent or learnt from", async () => {
  const it_ = await stand({ settings: { threads: 1 } });
  const { meters, learners } = it_.server.service;
  const first = sending(it_);
  first.request.write(METER);
  await until(() => meters.size > 0);
  first.request.destroy();
  await until(() => meters.size === 0);
  const second = sending(it_);
  second.request.end(METER);
  await until(() => learners().running === 1);
  second.request.destroy();
  await until(() => meters.size === 0 && learners().running === 0);
  const lines = () => it_.log.filter((text) => text.includes("systems/learn")).map((text) => JSON.parse(text).status);
  await until(() => lines().length === 2);
  expect([lines(), it_.remaining(), it_.accounts.balance("lab").held]).toEqual([[499, 499], 100_000, 0]);
});

it("takes as much at once as there is room for, and says when it is full", async () => {
  const { ask, server, remaining } = await stand({ settings: { threads: 1, "max-waiting": 0, running: 10 } });
  const free = server.service.meters.take(MOST_METERS_BYTES);
  const full = await ask(LEARN, file(METER));
  expect([full.status, full.headers["retry-after"]]).toEqual([503, "2"]);
  free();
  const answers = await Promise.all(Array.from({ length: 3 }, () => ask(LEARN, file(METER))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
  expect([remaining(), server.service.meters.size]).toEqual([99_900, 0]);
});

it("a half-sent file does not keep the server from its end", async () => {
  const it_ = await stand({ keep: true });
  const socket = connect(Number(new URL(it_.server.address).port));
  const closed = new Promise((resolve) => socket.on("close", resolve).on("error", () => {}));
  socket.write(
    `POST ${LEARN} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${it_.key}\r\nContent-Length: 99999\r\n\r\ntime,power_w\n`,
  );
  await until(() => it_.server.service.meters.size > 0);
  await it_.server.stop();
  await closed;
  expect(it_.server.service.meters.size).toBe(0);
});
