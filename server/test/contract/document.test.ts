/** openapi.yaml as a document: valid, closed, complete. That it tells the truth is for parity.test.ts and validate.ts. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { DEPRECATIONS } from "../../src/http/deprecations.js";
import { ERROR_CODES, type ErrorCode } from "../../src/http/error-codes.js";
import { DOCUMENT, deref, OPENAPI_FILE, type Operation, operations, type Schema } from "./document.js";

const all = operations();
const schemas = Object.entries(DOCUMENT.components.schemas);

/** What goes beyond the interface that clients of such services share. */
const JOBS = ["/jobs", "/jobs/{id}", "/jobs/{id}/parts/{part}"];
const SYSTEMS = ["/systems", "/systems/{name}", "/observation/pv", "/forecast/pv", "/yield", "/systems/learn"];
const EXTENSIONS = ["/observation/batch", ...JOBS, ...SYSTEMS, "/account/usage", "/sources"];
/** What no operation lists: any path may be unknown, and nothing is deprecated today. */
const UNUSED: { readonly [kind: string]: readonly string[] } = {
  responses: ["UnknownPath"],
  headers: ["Deprecation", "Sunset", "Link"],
};
/** Every status that the service knows. */
const STATUSES = "200 201 204 304 400 401 402 403 404 405 408 409 410 413 415 422 429 431 500 503 504".split(" ");

describe("openapi.yaml", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(OPENAPI_FILE);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("has every path of the specification and no other but the marked ones", () => {
    expect(Object.keys(DOCUMENT.paths).filter((path) => !EXTENSIONS.includes(path))).toEqual([
      "/observation/realtime",
      "/observation/training",
      "/observation/historical",
      "/forecast/basic",
      "/forecast/precision",
      "/climate/tmy",
      "/climate/amy",
      "/climate/import/monthly",
      "/horizon",
      "/altitude",
      "/account",
    ]);
    for (const path of EXTENSIONS) {
      for (const { operation } of all.filter((one) => one.path === path)) {
        expect(operation, path).toHaveProperty("x-irradiance-extension", true);
      }
    }
  });

  const takesKey = ({ parameters = [] }: Operation) =>
    parameters.some((parameter) => deref(parameter).name === "Idempotency-Key");

  it("has a HEAD for every GET, with the same statuses", () => {
    const of = (wanted: string) => all.filter(({ method }) => method === wanted);
    expect(of("head").map(({ path }) => path)).toEqual(of("get").map(({ path }) => path));
    for (const [i, { operation }] of of("get").entries()) {
      // No key, nothing that it could have been used for.
      const statuses = Object.keys(operation.responses).filter((status) => status !== "422");
      expect(Object.keys(of("head")[i]!.operation.responses)).toEqual(statuses);
    }
  });

  it("names each operation once", () => {
    const ids = all.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("lists each status that can come, and leaves none to chance", () => {
    for (const { path, method, operation } of all) {
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.filter((status) => !STATUSES.includes(status)),
        path,
      ).toEqual([]);
      expect(statuses, path).toEqual(
        expect.arrayContaining([
          method === "delete" ? "204" : "200",
          "400",
          "401",
          "405",
          "408",
          "409",
          "429",
          "431",
          "500",
        ]),
      );
      const takesBody = ["413", "415"];
      expect(
        takesBody.filter((status) => statuses.includes(status)),
        path,
      ).toEqual(method === "post" || method === "put" ? takesBody : []);
      expect(statuses.includes("422"), path).toBe(takesKey(operation));
    }
  });

  it("answers every error with the one shape", () => {
    const shapes = new Set(
      all.flatMap(({ operation }) =>
        Object.entries(operation.responses)
          .filter(([status]) => Number(status) >= 400)
          .map(([, answer]) => JSON.stringify(deref(answer).content)),
      ),
    );
    expect([...shapes]).toEqual(['{"application/json":{"schema":{"$ref":"#/components/schemas/ErrorResponse"}}}']);
  });

  it("lists the codes of every error, each with its one status", () => {
    const listed = Object.entries(DOCUMENT.components.responses).flatMap(([name, answer]) =>
      (answer["x-error-codes"] ?? []).map((code) => ({ name, code, described: answer.description })),
    );
    for (const { name, code, described } of listed) expect(described, name).toContain(`\`${code}\``);
    for (const { path, operation } of all) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        const codes = deref(answer)["x-error-codes"];
        expect(
          codes?.map((code) => ERROR_CODES[code as ErrorCode]?.status),
          `${path} ${status}`,
        ).toEqual(Number(status) < 400 ? undefined : codes!.map(() => Number(status)));
      }
    }
    // It is sent before it is known which operation is meant.
    const everywhere: ErrorCode[] = ["expectation_failed"];
    expect(new Set([...listed.map(({ code }) => code), ...everywhere])).toEqual(new Set(Object.keys(ERROR_CODES)));
    expect(DOCUMENT.components.schemas.ErrorCode!["x-extensible-enum"]).toEqual(Object.keys(ERROR_CODES));
  });

  it("closes every object", () => {
    const open: string[] = [];
    const visit = (at: string, schema: Schema): void => {
      if (schema.type === "object" && schema.additionalProperties === undefined) open.push(at);
      for (const [name, one] of Object.entries(schema.properties ?? {})) visit(`${at}.${name}`, one);
      for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])]) {
        visit(at, one);
      }
      if (typeof schema.additionalProperties === "object") visit(`${at}.*`, schema.additionalProperties);
    };
    for (const [name, schema] of schemas) visit(name, schema);
    expect(open).toEqual([]);
  });

  it("asks of an answer all keys that it lists, but the few that may be absent", () => {
    const optional = schemas.flatMap(([name, { properties = {}, required = [] }]) =>
      Object.keys(properties)
        .filter((key) => !required.includes(key))
        .map((key) => `${name}.${key}`),
    );
    const ofRequests =
      /^(Batch(Query|Request)|New(Job|System)|JobQuery|JobSite|MonthlyValues|(Power|Yield)(Query|JobQuery|Site|System))\./;
    expect(optional.filter((key) => !ofRequests.test(key))).toEqual([
      "ObservationMetaExtended.quantiles",
      "ClimateMetaExtended.climate",
      "Cell.altitude",
      "SourceUsed.run",
      "SourceUsed.attribution",
      "Notice.facts",
      "ClimateMethod.version",
      "ClimateMethod.seed",
      "ClimateMethod.weights",
      "ClimateMethod.candidates",
      "ClimateMethod.months_selected",
      "ClimateMethod.envelope_factors",
      "ClimateMethod.synthetic_columns",
      "YieldResponse.obstacles",
      "YieldResponse.series",
      "YieldStage.note",
      "YieldPlane.tracker",
      "YieldPlane.rows",
      "YieldWeather.start_year",
      "YieldWeather.end_year",
      "YieldWeather.sources",
      "PowerMeta.taught",
      "StoredSystem.altitude",
      "StoredSystem.horizon",
      "Source.run",
      "Source.attribution",
      "BatchAnswer.replayed",
      "JobPart.failed",
      "Error.parameter",
      "Error.request_id",
    ]);
  });

  it("uses every component", () => {
    const text = JSON.stringify(DOCUMENT);
    for (const [kind, entries] of Object.entries(DOCUMENT.components)) {
      if (kind === "securitySchemes") continue;
      const unused = Object.keys(entries).filter((name) => !text.includes(`"#/components/${kind}/${name}"`));
      expect(unused, kind).toEqual(UNUSED[kind] ?? []);
    }
  });

  it("marks as deprecated what the server announces as that, and nothing else", () => {
    const marked = all.flatMap(({ path, operation, parameters }) => {
      const route = `/v1${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const own = parameters.filter(({ deprecated }) => deprecated).map(({ name }) => `${route}?${name}`);
      return [...(operation.deprecated ? [route] : []), ...own];
    });
    const announced = DEPRECATIONS.map(({ path, parameter }) =>
      parameter === undefined ? path : `${path}?${parameter}`,
    );
    expect([...new Set(marked)].sort()).toEqual(announced.toSorted());
  });
});
