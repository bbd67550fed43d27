/** Traces of others (W3C Trace Context) in the log lines of their requests and jobs, and nothing else of these headers anywhere. */
import { describe, expect, it } from "vitest";
import { traceOf } from "../../src/trace.js";
import { BATCH, DAY, NOW, posted, type Stand, type StandOptions, sourceWith, stand, until } from "./harness.js";
import { DAY_BEFORE, JOBS, jobStand } from "./jobs-fixture.js";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const GIVEN = `00-${TRACE}-${PARENT}-01`;
const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

describe("a traceparent", () => {
  it.each([
    ["of version 00", GIVEN],
    ["that is not sampled", `00-${TRACE}-${PARENT}-00`],
    ["with flags of the future", `00-${TRACE}-${PARENT}-ff`],
    ["of a later version", `cc-${TRACE}-${PARENT}-01`],
    ["of a later version that says more", `cc-${TRACE}-${PARENT}-01-what-the-future-will-be`],
  ])("%s names the trace; the span is new", (_, traceparent) => {
    const trace = traceOf(traceparent);
    expect(trace).toEqual({ trace_id: TRACE, parent_id: PARENT, span_id: expect.stringMatching(SPAN_ID) });
    expect(traceOf(traceparent)?.span_id).not.toBe(trace?.span_id);
  });

  it.each([
    ["in capitals", GIVEN.toUpperCase()],
    ["without a trace", `00-${"0".repeat(32)}-${PARENT}-01`],
    ["without a parent", `00-${TRACE}-${"0".repeat(16)}-01`],
    ["of version ff", `ff-${TRACE}-${PARENT}-01`],
    ["of version 00 that goes on", `${GIVEN}-more`],
    ["of a later version that goes on without a dash", `cc-${TRACE}-${PARENT}-01more`],
    ["with a line after it", `${GIVEN}\n`],
    ["that is too short", GIVEN.slice(0, -1)],
    ["of other characters", `00-${TRACE.slice(0, -1)}g-${PARENT}-01`],
    ["that is empty", ""],
    ["of two", `${GIVEN}, ${GIVEN}`],
    ["in a list", [GIVEN, GIVEN]],
  ])("%s begins a new trace", (_, traceparent) => {
    const ids = { trace_id: expect.stringMatching(TRACE_ID), span_id: expect.stringMatching(SPAN_ID) };
    expect(traceOf(traceparent)).toEqual(ids);
    expect(traceOf(traceparent)?.trace_id).not.toBe(TRACE);
  });

  it("that is absent makes no ids", () => {
    expect(traceOf(undefined)).toBeUndefined();
  });
});

const BROKEN = sourceWith(() => NOW, { offer: () => Promise.reject(new TypeError("a bug")) });

/** A line of those about requests, when it is there. */
async function lineOf({ log }: Stand, k: number, msg = "answered") {
  const lines = () => log.map((line) => JSON.parse(line)).filter(({ id }) => id !== undefined);
  await until(() => lines().length > k);
  expect(lines()[k].msg).toBe(msg);
  return lines()[k];
}

describe("the log line of a request", () => {
  it("has the trace and a span of its own, beside the request's id, and nothing of tracestate", async () => {
    const server = await stand();
    const { headers } = await server.ask(DAY, { headers: { traceparent: ` ${GIVEN} `, tracestate: "rojo=1,congo=2" } });
    const first = await lineOf(server, 0);
    expect(first).toMatchObject({ status: 200, trace_id: TRACE, parent_id: PARENT, id: headers["x-request-id"] });
    await server.ask("/v1/nothing", { headers: { traceparent: GIVEN } });
    const second = await lineOf(server, 1);
    expect(second).toMatchObject({ status: 404, trace_id: TRACE, parent_id: PARENT });
    expect(second.span_id).not.toBe(first.span_id);
    expect(server.log.join()).not.toContain("congo");
  });

  it("has a new trace where the header is hostile, which is repeated nowhere, and none without a header", async () => {
    const server = await stand();
    const hostile = [
      GIVEN.toUpperCase(),
      `${GIVEN}-secret`,
      `${"secret".repeat(2000)}`,
      '"}\\n{"secret":"',
      "\u0085secret",
    ];
    for (const traceparent of hostile) {
      const text = `GET ${DAY} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nConnection: close\r\ntraceparent: ${traceparent}\r\n\r\n`;
      expect(await server.raw(Buffer.from(text, "latin1"))).toMatch(/^HTTP\/1\.1 200 /);
    }
    await server.ask(DAY, { headers: ["traceparent", GIVEN, "traceparent", GIVEN] });
    await server.ask(DAY, { headers: { tracestate: "secret=1" } });
    for (const k of [...hostile.keys(), hostile.length]) {
      const line = await lineOf(server, k);
      expect(line).toMatchObject({
        trace_id: expect.stringMatching(TRACE_ID),
        span_id: expect.stringMatching(SPAN_ID),
      });
      expect(line).not.toHaveProperty("parent_id");
      expect(line.trace_id).not.toBe(TRACE);
    }
    const without = await lineOf(server, hostile.length + 1);
    expect(Object.keys(without).filter((name) => /^(trace|span|parent)_/.test(name))).toEqual([]);
    expect(server.log.join()).not.toMatch(/secret|4BF92F/);
  });

  it("has it in the line of a failure, too, and in those of a batch", async () => {
    const accounts: StandOptions["accounts"] = (real) =>
      Object.assign(real, { charge: () => Promise.reject(new TypeError("a bug")) });
    const server = await stand({ accounts });
    expect((await server.ask(DAY, { headers: { traceparent: GIVEN } })).status).toBe(503);
    expect(await lineOf(server, 0, "failed")).toMatchObject({ trace_id: TRACE, parent_id: PARENT });
    const requests = [{ endpoint: "realtime", query: { lat: 50, lon: 10 } }];
    await server.ask(BATCH, posted({ requests }, { traceparent: GIVEN }));
    const inside = await lineOf(server, 1, "line failed");
    expect(inside).toMatchObject({ line: 0, trace_id: TRACE, parent_id: PARENT });
    expect(await lineOf(server, 2)).toMatchObject({ id: inside.id, span_id: inside.span_id });
  });
});

it("pages of others may send both headers", async () => {
  const server = await stand();
  const headers = {
    Origin: "https://example.org",
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "authorization,traceparent,tracestate",
  };
  const answer = await server.ask(DAY, { method: "OPTIONS", key: null, headers });
  const allowed = String(answer.headers["access-control-allow-headers"]).split(", ");
  expect(allowed).toEqual(expect.arrayContaining(["traceparent", "tracestate"]));
});

it("a job has the trace of the request that created it in its lines, from its creation to its end", async () => {
  const server = await jobStand({ sources: [BROKEN] });
  const job = { endpoint: "realtime", query: DAY_BEFORE, sites: [{ lat: 40, lon: 10 }] };
  const { id } = (await server.post(job, { traceparent: GIVEN })).json;
  const lines = () => server.log.map((line) => JSON.parse(line));
  const about = () => lines().filter((line) => line.job === id);
  await until(() => about().some(({ msg }) => msg === "part of a job given back"));
  await server.ask(`${JOBS}/${id}`, { method: "DELETE" });
  await until(() => about().some(({ msg }) => msg === "job ended"));
  const asked = lines().find(({ path }) => path === JOBS);
  const { span_id } = asked;
  expect(asked).toMatchObject({ trace_id: TRACE, parent_id: PARENT });
  expect(about().map(({ msg }) => msg)).toEqual(expect.arrayContaining(["job created", "part of a job given back"]));
  for (const line of about()) expect(line).toMatchObject({ trace_id: TRACE, parent_id: PARENT, span_id });
});
