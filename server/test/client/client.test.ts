/** The client, and the types it is made of. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { components } from "../../client/api.d.js";
import { createClient, ServiceError } from "../../src/client/client.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe("client/api.d.ts", () => {
  it("is what openapi.yaml says: write it anew with node scripts/make-client.mjs", () => {
    const made = execFileSync(process.execPath, ["scripts/make-client.mjs", "--print"], {
      cwd: root,
      encoding: "utf8",
    });
    expect(readFileSync(`${root}/server/client/api.d.ts`, "utf8")).toBe(made);
  });
});

/** A client whose requests end here. */
function clientOf(answer: () => Response) {
  const sent: Request[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    sent.push(new Request(input, init));
    return answer();
  };
  return { client: createClient({ url: "http://localhost:8080/v1/", key: "k", fetch }), sent };
}

describe("createClient", () => {
  it("sends what was asked for, with the key", async () => {
    const { client, sent } = clientOf(() => Response.json({ altitude: 12 }));
    expect(await client.get("/altitude", { lat: -1.5, lon: 2 })).toEqual({ altitude: 12 });
    expect(sent[0]!.url).toBe("http://localhost:8080/v1/altitude?lat=-1.5&lon=2");
    expect(sent[0]!.headers.get("authorization")).toBe("Bearer k");
  });

  it("writes lists with commas, a plus as a plus, and leaves out what is undefined", async () => {
    const { client, sent } = clientOf(() => new Response("start_time\n"));
    const query = { lat: 1, lon: 2, end: "+3hours", parameters: ["temperature", "snow_depth"], start: undefined };
    await client.csv("/forecast/basic", query as { lat: number; lon: number });
    const search = new URL(sent[0]!.url).searchParams;
    expect(Object.fromEntries(search)).toEqual({
      lat: "1",
      lon: "2",
      end: "+3hours",
      parameters: "temperature,snow_depth",
      response_format: "csv",
    });
  });

  it("asks for the price with HEAD", async () => {
    const { client, sent } = clientOf(() => new Response(null, { headers: { "api-tokens-cost": "0.547945" } }));
    expect(await client.price("/observation/realtime", { lat: 1, lon: 2 })).toBe(0.547945);
    expect(sent[0]!.method).toBe("HEAD");
  });

  it("throws what the service said", async () => {
    const body = { error: { message: 'parameter "lat" must be …', code: "invalid_parameter", parameter: "lat" } };
    const { client } = clientOf(() => Response.json(body, { status: 400, headers: { "x-request-id": "r1" } }));
    const failed = client.get("/altitude", { lat: 91, lon: 2 });
    await expect(failed).rejects.toBeInstanceOf(ServiceError);
    await expect(failed).rejects.toMatchObject({
      status: 400,
      code: "invalid_parameter",
      parameter: "lat",
      requestId: "r1",
      message: body.error.message,
    });
  });

  it("throws the status of a body that is not the service's, and when to come back", async () => {
    const { client } = clientOf(() => new Response("<html>", { status: 503, headers: { "retry-after": "3" } }));
    const failed = client.get("/account", {});
    await expect(failed).rejects.toMatchObject({
      status: 503,
      code: undefined,
      retryAfter: 3,
      message: "the service answered 503",
    });
  });

  it("has the types of the document", () => {
    const { client } = clientOf(() => Response.json({}));
    expectTypeOf(client.get<"/altitude">).returns.resolves.toEqualTypeOf<{ altitude: number }>();
    expectTypeOf(client.get<"/account">).returns.resolves.toEqualTypeOf<components["schemas"]["AccountResponse"]>();
    expectTypeOf(client.get<"/forecast/basic">)
      .parameter(1)
      .toHaveProperty("lat")
      .toEqualTypeOf<number | undefined>();
    // @ts-expect-error a misspelt frequency
    client.get("/observation/realtime", { lat: 1, lon: 2, frequency: "hourly" });
    // @ts-expect-error no CSV there
    client.csv("/altitude", { lat: 1, lon: 2 });
    // @ts-expect-error a path of nobody
    client.get("/observation", { lat: 1, lon: 2 });
  });
});
