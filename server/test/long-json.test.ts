/** Long work on the event loop: JSON in pieces, and turns of the loop. */
import { describe, expect, it } from "vitest";
import { writtenRequest } from "../src/jobs/job-request.js";
import { loopTurn, readLongJson } from "../src/loop-slices.js";
import { countingClock, roundsOf } from "./rounds.js";

const read = (text: string) => readLongJson(text, JSON.parse);
const sites = (count: number, more = {}) => Array.from({ length: count }, (_, k) => ({ lat: k / 1000, ...more }));
const LONG = `{"a":[${"1,".repeat(50_000)}`;

describe("a long text", () => {
  it.each([
    ["of thousands of sites", JSON.stringify({ endpoint: "x", query: { a: [1, [2]] }, sites: sites(10_000) })],
    [
      "of two lists, and one twice",
      `{"a":${JSON.stringify(sites(6000))},"b":[[1,2],"],"],"a":${JSON.stringify(sites(9))}}`,
    ],
    [
      "with blanks, brackets and escapes in its texts",
      ` { "a" : [ ${'"]}\\\\\\"[{,\\u005d", '.repeat(9000)} null ] } `,
    ],
    ["of long items", JSON.stringify({ a: ["x".repeat(70_000), [], "y".repeat(70_000)], b: [] })],
    ["with a key that is a number", JSON.stringify({ 7: sites(9000), 1: [] })],
  ])("%s is what JSON.parse makes of it", async (_, text) => {
    expect(text.length).toBeGreaterThan(65_536);
    expect(await read(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ["a comma before the end", `${LONG}]}`],
    ["no end", `${LONG}1`],
    ["the end of an object", `${LONG}1}}`],
    ["more after its end", `${LONG}1]}]`],
    ["two commas", `${LONG},1]}`],
    ["a comma at first", `{"a":[,${"1,".repeat(50_000)}1]}`],
    ["a bracket too many", `${LONG}1]]}`],
    ["no comma between members", `{"a":[${"1,".repeat(24_000)}1]"b":${JSON.stringify("x".repeat(30_000))}}`],
    ["a text without an end", `${LONG}"1]}`],
  ])("with %s is no JSON", async (_, text) => {
    await expect(read(text.replaceAll("1,1,1,", "[1,2],"))).rejects.toThrow(SyntaxError);
  });

  it("is read in pieces of at most 128 KiB, with turns for others between them", async () => {
    countingClock();
    const pieces: number[] = [];
    const text = JSON.stringify({
      query: { start: "x" },
      sites: sites(20_000, { id: "a site of the job", horizon: "flat" }),
    });
    const parse = (piece: string) => {
      pieces.push(piece.length);
      return JSON.parse(piece);
    };
    const rounds = await roundsOf(readLongJson(text, parse));
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(131_072 + 4);
    expect(rounds).toBeGreaterThan(20_000 / 5);
  });

  it("is written with turns for others, too", async () => {
    countingClock();
    const request = {
      endpoint: "realtime",
      now: 1,
      query: {},
      costs: [],
      sites: sites(1000).map((query) => ({ id: undefined, query })),
    } as const;
    expect(await roundsOf(writtenRequest(request))).toBeGreaterThan(1000 / 6);
  });

  it.each([
    ["nested by lists", `{"a":${"[".repeat(32)}${"]".repeat(32)}}`, "nested more than 32 deep"],
    ["nested by objects, without an end", '{"a":'.repeat(100_000), "nested more than 32 deep"],
    ["of too many items", `{"a":[${"0,".repeat(40_000)}0]}`, "a list in the body has more than 25000 items"],
    [
      "with an item that is long itself",
      JSON.stringify({ a: [1, "x".repeat(140_000), 2] }),
      "an item of a list in the body",
    ],
    [
      "with a last item that is long itself",
      JSON.stringify({ a: ["x".repeat(140_000)] }),
      "an item of a list in the body",
    ],
    [
      "with a long query",
      JSON.stringify({ query: "x".repeat(70_000), a: [] }),
      "apart from its lists the body has more",
    ],
    [
      "of many keys",
      JSON.stringify(Object.fromEntries(sites(9000).map((_, k) => [`key${k}`, k]))),
      "apart from its lists",
    ],
    ["that is a list", JSON.stringify(sites(9000)), "apart from its lists the body has more than 65536 characters"],
  ])("%s is refused", async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(
      expect.objectContaining({ code: "ERR_JSON_LIMIT", message: expect.stringContaining(message) }),
    );
  });

  it("may be nested 32 deep", async () => {
    const text = `{"a":${"[".repeat(31)}${"]".repeat(31)}}`;
    expect(await read(text)).toEqual(JSON.parse(text));
  });
});

it("of those who wait for the loop each has a round of its own", async () => {
  const rounds: number[] = [];
  let round = 0;
  const count = () => {
    round++;
    if (rounds.length < 5) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 5 }, () => loopTurn().then(() => rounds.push(round))));
  expect(new Set(rounds).size).toBe(5);
});
