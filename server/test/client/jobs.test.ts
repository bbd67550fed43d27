/** Jobs as a program uses them: against answers that are made up, and lines that come compressed over a wire. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../src/client/client.js";

const ID = "AbCdEfGhIjKlMnOpQrStUv";
const job = (state: string, parts: readonly number[] = []) => ({
  id: ID,
  state,
  results: parts.map((part) => ({ part })),
});

/** A client whose requests are answered in turn, the last answer for good. */
function clientOf(...answers: (() => Response | Promise<Response>)[]) {
  const sent: Request[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(new Request(input, init));
    return answers[Math.min(sent.length, answers.length) - 1]!();
  };
  return { jobs: createClient({ url: "http://localhost:8080/v1/", key: "k", fetch }).jobs, sent };
}

async function clientOn(handler: RequestListener) {
  const server = createServer(handler).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return createClient({ url: `http://127.0.0.1:${port}/v1`, key: "k" }).jobs;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("the client's jobs", () => {
  it("are made by a POST, with the key that makes a repeat safe", async () => {
    const { jobs, sent } = clientOf(() => Response.json(job("living"), { status: 201 }));
    const asked = { endpoint: "realtime" as const, sites: [{ id: "a", lat: 1, lon: 2 }] };
    expect(await jobs.create(asked, { idempotencyKey: "once" })).toEqual(job("living"));
    expect([sent[0]!.method, sent[0]!.url]).toEqual(["POST", "http://localhost:8080/v1/jobs"]);
    expect(sent[0]!.headers.get("idempotency-key")).toBe("once");
    expect(sent[0]!.headers.get("content-type")).toBe("application/json");
    expect(sent[0]!.headers.get("authorization")).toBe("Bearer k");
    expect(await sent[0]!.json()).toEqual(asked);
    await jobs.create(asked);
    expect(sent[1]!.headers.get("idempotency-key")).toBeNull();
  });

  it("are listed, and removed: a living one tells its state, one that has ended is gone", async () => {
    const gone = () => new Response(null, { status: 204 });
    const { jobs, sent } = clientOf(
      () => Response.json({ jobs: [job("living")] }),
      () => Response.json(job("cancelled")),
      gone,
    );
    expect(await jobs.list()).toEqual([job("living")]);
    expect(await jobs.remove(ID)).toEqual(job("cancelled"));
    expect(await jobs.remove(ID)).toBeUndefined();
    expect(sent[1]!.method).toBe("DELETE");
    expect(sent[1]!.url).toBe(`http://localhost:8080/v1/jobs/${ID}`);
  });

  it("are waited for, over a server that is away and a connection that breaks", async () => {
    const looks: string[] = [];
    const { jobs, sent } = clientOf(
      () => Response.json(job("living")),
      () => new Response("", { status: 503 }),
      () => Promise.reject(new TypeError("fetch failed")),
      () => Response.json(job("finished")),
    );
    const ended = await jobs.ended(ID, { every: 1, onLook: ({ state }) => looks.push(state) });
    expect([ended.state, sent.length]).toEqual(["finished", 4]);
    expect(looks).toEqual(["living", "living", "living", "finished"]);
  });

  it("are not waited for when there is none, nor when the first look fails", async () => {
    const { jobs } = clientOf(() => Response.json({ error: { message: "no such job" } }, { status: 404 }));
    await expect(jobs.ended(ID, { every: 1 })).rejects.toMatchObject({ status: 404, message: "no such job" });
    const broken = clientOf(() => Promise.reject(new TypeError("fetch failed")));
    await expect(broken.jobs.ended(ID, { every: 1 })).rejects.toThrow("fetch failed");
  });

  it("are waited for until the caller has enough", async () => {
    const { jobs } = clientOf(() => Response.json(job("living")));
    const enough = new AbortController();
    const ended = jobs.ended(ID, { every: 60_000, signal: enough.signal });
    setTimeout(() => enough.abort(new Error("enough")), 20);
    await expect(ended).rejects.toThrow("enough");
  });

  it("give their lines in the order of the parts, decompressed, however they are cut on the way", async () => {
    const line = (index: number) => ({ index, id: `ß${index}`, error: { message: "…" } });
    const asked: string[] = [];
    const jobs = await clientOn(async ({ url, headers }, response) => {
      asked.push(url!);
      if (url === `/v1/jobs/${ID}`) return response.end(JSON.stringify(job("finished", [0, 2])));
      expect([headers["accept-encoding"], headers.authorization]).toEqual([
        expect.stringContaining("gzip"),
        "Bearer k",
      ]);
      const first = url!.endsWith("/0") ? 0 : 4;
      const bytes = gzipSync([0, 1].map((i) => `${JSON.stringify(line(first + i))}\n`).join(""));
      response.setHeader("Content-Encoding", "gzip");
      for (let at = 0; at < bytes.length; at += 7) {
        response.write(bytes.subarray(at, at + 7));
        await new Promise(setImmediate);
      }
      response.end();
    });
    expect(await all(jobs.lines(ID))).toEqual([line(0), line(1), line(4), line(5)]);
    expect(asked).toEqual([`/v1/jobs/${ID}`, `/v1/jobs/${ID}/parts/0`, `/v1/jobs/${ID}/parts/2`]);
  });

  it("never give a line that was cut off, and fail instead", async () => {
    const jobs = await clientOn(({ url }, response) => {
      if (url === `/v1/jobs/${ID}`) return response.end(JSON.stringify(job("finished", [0])));
      response.end('{"index":0,"id":"a","error":{"message":"x"}}\n{"index":1');
    });
    await expect(all(jobs.lines(ID))).rejects.toThrow("does not end");
  });

  it("let go of a part that is not read to its end", async () => {
    let closed = false;
    const jobs = await clientOn(({ url }, response) => {
      if (url === `/v1/jobs/${ID}`) return response.end(JSON.stringify(job("finished", [0])));
      response.on("close", () => {
        closed = true;
      });
      response.write('{"index":0,"id":"a","error":{"message":"x"}}\n');
    });
    for await (const { index } of jobs.lines(ID)) {
      expect(index).toBe(0);
      break;
    }
    await expect.poll(() => closed).toBe(true);
  });
});
