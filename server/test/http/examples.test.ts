/** The bodies that openapi.yaml shows as examples are answered as they stand. */
import { describe, expect, it } from "vitest";
import { operations } from "../contract/document.js";
import { jobStand } from "./jobs-fixture.js";

interface WithExample {
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly example?: unknown } } };
}

const examples = operations().flatMap(({ path, method, operation }) => {
  const example = (operation as WithExample).requestBody?.content["application/json"]?.example;
  return example === undefined ? [] : [{ path, method: method.toUpperCase(), example }];
});

/** What the address has beside the body. */
const QUERIES: { readonly [path: string]: string } = {
  "/forecast/pv": "?lat=47.4&lon=8.5",
  "/observation/pv": "?lat=47.4&lon=8.5",
  "/yield": "?lat=47.4&lon=8.5",
};

describe("an example of a body", () => {
  it("is there for all that is sent", () => {
    expect(examples.map(({ path }) => path).sort()).toEqual([
      "/climate/import/monthly",
      "/forecast/pv",
      "/jobs",
      "/observation/batch",
      "/observation/pv",
      "/systems/{name}",
      "/yield",
    ]);
  });

  it.each(examples)("$method $path runs", async ({ path, method, example }) => {
    const server = await jobStand({ settings: { synthetic: true } });
    const headers = { "Content-Type": "application/json" };
    const asked = { method, headers, body: JSON.stringify(example) };
    const answer = await server.ask(`/v1${path.replace("{name}", "roof")}${QUERIES[path] ?? ""}`, asked);
    const { status, body } = answer;
    expect([200, 201], body).toContain(status);
    if (path === "/jobs") expect(await server.ended(answer.json.id)).toMatchObject({ failed_sites: 0 });
    if (path !== "/observation/batch") return;
    const lines = body.trimEnd().split("\n");
    expect(lines.map((line) => Object.hasOwn(JSON.parse(line), "response"))).toEqual(lines.map(() => true));
  });
});
