/** The small parts that jobs are made of. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { BackOff, backOffOf, PAUSES } from "../../src/background/back-off.js";
import { orderByPiece } from "../../src/http/jobs/make-site.js";
import {
  endpointOf,
  formatOf,
  type JobRequest,
  readRequest,
  siteId,
  writtenRequest,
} from "../../src/jobs/job-request.js";
import { Links } from "../../src/jobs/job-service.js";
import { Doorbell } from "../../src/jobs/job-watch.js";
import { type MakeSite, madePart, type OrderSites, planParts } from "../../src/jobs/make-part.js";
import { gzippedLines } from "../../src/jobs/result-files.js";
import { NO_TABLES } from "./memory-jobs.js";

const never = new AbortController().signal;

describe("planParts", () => {
  const sitesOf = (values: readonly number[]) => values.map((one) => ({ values: one, cost: 7 }));

  it("cuts at 500 sites and at two million values, and leaves no site out", async () => {
    expect(await planParts(sitesOf(Array(1001).fill(1)))).toEqual([
      { sites: 500, tokens: 3500 },
      { sites: 500, tokens: 3500 },
      { sites: 1, tokens: 7 },
    ]);
    expect((await planParts(sitesOf([1_000_000, 1_000_000, 1, 1_999_999]))).map(({ sites }) => sites)).toEqual([2, 2]);
    expect((await planParts(sitesOf([1, 2_000_000, 1]))).map(({ sites }) => sites)).toEqual([1, 1, 1]);
  });

  it("gives a site that is larger than a part one of its own", async () => {
    expect((await planParts(sitesOf([1, 16_000_000, 1]))).map(({ sites }) => sites)).toEqual([1, 1, 1]);
  });
});

describe("links", () => {
  const NOW = 1_780_000_000_500;
  const part = { job: "j", part: 3 };
  const linksOf = (digit: string) => new Links(async () => digit.repeat(64));

  it("are good for their own part, for an hour, on every server with the secret", async () => {
    const [link] = await linksOf("a").signed(NOW, [part]);
    expect(link!.expires).toBe(1_780_003_601);
    expect(await linksOf("a").verdict(NOW, part, link!)).toBe("good");
    expect(await linksOf("a").verdict(1_780_003_600_999, part, link!)).toBe("good");
    expect(await linksOf("a").verdict(1_780_003_601_000, part, link!)).toBe("expired");
    expect(await linksOf("b").verdict(NOW, part, link!)).toBe("wrong");
    expect(await linksOf("a").verdict(NOW, { job: "k", part: 3 }, link!)).toBe("wrong");
    expect(await linksOf("a").verdict(NOW, { job: "j", part: 4 }, link!)).toBe("wrong");
    expect(await linksOf("a").verdict(NOW, part, { ...link!, expires: link!.expires + 1 })).toBe("wrong");
  });

  it("ask for the secret once, and again where that failed", async () => {
    let asked = 0;
    const links = new Links(async () => {
      if (++asked === 1) throw new Error("away");
      return "a".repeat(64);
    });
    await expect(links.signed(NOW, [part])).rejects.toThrow("away");
    await links.signed(NOW, [part]);
    await links.signed(NOW, [part]);
    expect(asked).toBe(2);
  });
});

describe("gzippedLines", () => {
  it("are the lines, with the sum of the file", async () => {
    async function* lines() {
      yield "one";
      yield Buffer.from(" and bytes\n");
      yield "two\n";
    }
    const { bytes, sha256 } = await gzippedLines(lines(), never);
    expect(gunzipSync(bytes).toString()).toBe("one and bytes\ntwo\n");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  });

  it("throw what the lines throw, and the signal's reason", async () => {
    async function* broken() {
      yield "one\n";
      throw new RangeError("a site");
    }
    await expect(gzippedLines(broken(), never)).rejects.toThrow(new RangeError("a site"));
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(gzippedLines(broken(), stopped)).rejects.toThrow("stopped");
  });
});

it("a part's columns are the most of its sites, not the last one's", async () => {
  const columns = [3, 21, 2];
  const make: MakeSite = async ({ index }) => ({
    ...{ line: [`${index}\n`], tokens: 1, failed: false, rows: 4, columns: columns[index]! },
  });
  const request = { sites: [{}, {}, {}], costs: [1, 1, 1] } as unknown as JobRequest;
  const task = { job: "j", part: 0, id: "c", first: 0, request, isLastAttempt: false };
  const made = await madePart(task, { make, ahead: 2, tables: NO_TABLES }, never);
  expect(made).toMatchObject({ tokens: 3, failedSites: 0, rows: 12, columns: 21 });
});

describe("a part made in another order", () => {
  const sites = [40, 10, 30, 10, 95, 20].map((lat) => ({ id: undefined, query: { lat, lon: 7 } }));
  const request = { endpoint: "historical", now: 0, query: {}, sites, costs: sites.map(() => 1) } as const;
  const task = { job: "j", part: 0, id: "d", first: 100, request, isLastAttempt: false };
  const begun: number[] = [];
  const make: MakeSite = async ({ index, site }) => {
    begun.push(index);
    if (site.query.lat === 10) await new Promise((resolve) => setTimeout(resolve, 5));
    return { line: [`${index}\n`], tokens: 1, failed: false, rows: 1, columns: 1 };
  };
  const linesOf = async (order: OrderSites) => {
    begun.length = 0;
    const { file } = await madePart(task, { make, ahead: 2, order, tables: NO_TABLES }, never);
    return gunzipSync(file.bytes).toString().trim().split("\n").map(Number);
  };

  it("has its lines in the order of the list, and makes places of one piece one after the other", async () => {
    const order = orderByPiece({ pieceOf: async ({ latitude }) => latitude / 10 });
    expect(await linesOf(order)).toEqual([100, 101, 102, 103, 104, 105]);
    expect(begun).toEqual([101, 103, 105, 102, 100, 104]);
  });

  it("is made as it is listed where a source fails", async () => {
    const order = orderByPiece({ pieceOf: async ({ latitude }) => Promise.reject(new Error(`at ${latitude}`)) });
    expect(await linesOf(order)).toEqual([100, 101, 102, 103, 104, 105]);
    expect(begun).toEqual([100, 101, 102, 103, 104, 105]);
  });
});

describe("a request", () => {
  const request = {
    endpoint: "training" as const,
    now: 5,
    query: { start: "-1days" },
    sites: [
      { id: "a", query: { lat: 1 } },
      { id: undefined, query: { lat: 2 } },
    ],
    costs: [1, 2],
  };

  it("is read as it was written, and its endpoint and its hash from what is kept of it", async () => {
    for (const format of [undefined, "parquet"] as const) {
      const asked = { ...request, endpoint: "historical" as const, ...(format && { format }) };
      const text = await writtenRequest(asked);
      const kept = text.slice(0, 120);
      const [sha256] = /[0-9a-f]{64}/.exec(kept)!;
      const whole = text.replace(`,"sha256":"${sha256}"`, "");
      expect(createHash("sha256").update(whole).digest("hex")).toBe(sha256);
      expect(await readRequest(text)).toEqual({ ...asked, sha256 });
      expect([endpointOf(kept), formatOf(kept)]).toEqual(["historical", format ?? "ndjson"]);
    }
  });

  it("calls sites by their id, or by their place", () => {
    expect(request.sites.map(siteId)).toEqual(["a", "1"]);
  });
});

it("pauses double from five seconds to ten minutes, and end with the signal", async () => {
  expect([1, 2, 3, 7, 8, 20].map((attempts) => backOffOf(attempts, PAUSES.part))).toEqual([
    5_000, 10_000, 20_000, 320_000, 600_000, 600_000,
  ]);
  await new BackOff({ shortest: 60_000, longest: 60_000 }).wait(AbortSignal.abort());
});

it("the doorbell wakes who waits, and who begins to wait after it rang, once", async () => {
  const bell = new Doorbell();
  const waiting = bell.wait(60_000, never);
  bell.ring();
  await waiting;
  bell.ring();
  await bell.wait(60_000, never);
  let isOver = false;
  const again = bell.wait(60_000, never).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isOver).toBe(false);
  bell.ring();
  await again;
});
