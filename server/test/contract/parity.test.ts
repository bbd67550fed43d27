/** openapi.yaml says what the library's parsers do: names, enumerations, ranges, defaults, forms. */
import type { Endpoint, ObservationQuery } from "irradiance-engine";
import { computeObservation, PARAMETERS, parseObservationRequest, tokenCost } from "irradiance-engine";
import { parseClimateRequest, parseForecastRequest } from "irradiance-engine/contract";
import {
  CLIMATE_PARAMETER_NAMES,
  CLIMATE_VALUE_NAMES,
  IRRADIANCE_UNITS,
  MONTHLY_KEYS,
  parseLearnRequest,
  parsePlaceRequest,
  QUANTILE_NAMES,
  QUERY_KEYS,
} from "irradiance-engine/internal/contract";
import { parsePowerRequest, parseYieldRequest } from "irradiance-engine/internal/yield";
import { SYSTEM_SCHEMA } from "irradiance-engine/system";
import { loadSample } from "irradiance-engine/weather";
import { describe, expect, it } from "vitest";
import { DOCUMENT, deref, operations, type Parameter, type Schema } from "./document.js";
import { probesOf } from "./probes.js";

type Query = { readonly [key: string]: unknown };
type Parse = (query: Query) => unknown;

const NOW = "2026-06-15T12:34:56Z";

/** Keys that the server reads itself. */
const SERVERS_OWN = ["meta", "system"];
/** What the server takes from a stored system, if the query names one. */
const OF_NAMED = ["lat", "lon"];

/** A path, its parser, and the least query that it takes. */
type Reader = { readonly path: string; readonly parse: Parse; readonly base: Query };

const place = { lat: "50", lon: "10" };

function observation(endpoint: Endpoint, more: Query = {}): Reader {
  const parse: Parse = (query) => parseObservationRequest(query, { endpoint, now: NOW });
  return { path: `/observation/${endpoint}`, parse, base: { ...place, ...more } };
}

/** A system whose scene has something in it. */
const SCENE = {
  planes: [
    {
      surface_tilt: 30,
      surface_azimuth: 180,
      modules: { rows: 1, columns: 1, width: 1, height: 2, corner: [0, 0, 3] },
    },
  ],
  scene: { obstacles: [{ kind: "box", at: [0, -9, 0], size: [2, 2, 5] }] },
};
const ofScene: Parse = (query) => parseYieldRequest(query, { now: NOW, system: SCENE });

/** The parsers of the other groups. */
interface Contract {
  readonly QUERY_KEYS: { readonly [path: string]: readonly string[] };
  readonly CLIMATE_PARAMETER_NAMES: readonly string[];
  readonly CLIMATE_VALUE_NAMES: readonly string[];
  readonly MONTHLY_KEYS: readonly string[];
  readonly QUANTILE_NAMES: readonly string[];
  readonly IRRADIANCE_UNITS: readonly string[];
  parseForecastRequest(query: Query, options: object): unknown;
  parseClimateRequest(query: Query, options: object): unknown;
  parsePlaceRequest(query: Query): unknown;
}

const contract = {
  CLIMATE_PARAMETER_NAMES,
  CLIMATE_VALUE_NAMES,
  IRRADIANCE_UNITS,
  MONTHLY_KEYS,
  QUANTILE_NAMES,
  QUERY_KEYS,
  parseClimateRequest,
  parseForecastRequest,
  parsePlaceRequest,
} as unknown as Contract;

function contractReaders(library: Contract): Reader[] {
  const forecast = (endpoint: string): Reader => ({
    path: `/forecast/${endpoint}`,
    parse: (query) => library.parseForecastRequest(query, { endpoint, now: NOW }),
    base: place,
  });
  const climate = (path: string, endpoint: string): Reader => ({
    path: `/climate/${path}`,
    parse: (query) => library.parseClimateRequest(query, { endpoint, now: NOW }),
    base: place,
  });
  const bare = (path: string): Reader => ({ path, parse: library.parsePlaceRequest, base: place });
  return [
    forecast("basic"),
    forecast("precision"),
    {
      path: "/observation/pv",
      parse: (query) => parsePowerRequest(onPlane(query), { endpoint: "observation/pv", now: NOW }),
      base: place,
    },
    { path: "/forecast/pv", parse: (query) => parsePowerRequest(onPlane(query), { now: NOW }), base: place },
    climate("tmy", "tmy"),
    climate("amy", "amy"),
    // The place may stand in the body instead.
    {
      ...climate("import/monthly", "import_monthly"),
      base: {},
      parse: (query) => library.parseClimateRequest({ ...place, ...query }, { endpoint: "import_monthly", now: NOW }),
    },
    { path: "/systems/learn", parse: parseLearnRequest as Parse, base: place },
    { path: "/yield", parse: (query) => parseYieldRequest(query, { now: NOW }), base: place },
    bare("/horizon"),
    bare("/altitude"),
    bare("/sources"),
  ];
}

/** A forecast is of a plane that is there. */
function onPlane(query: Query): Query {
  const isThere = query.surface_tilt !== undefined || query.tracking_mode === "1_axis";
  return isThere ? query : { tilt: "30", ...query };
}

const readers: Reader[] = [
  observation("realtime"),
  observation("training"),
  observation("historical", { start: "2024-01-01T00:00Z", end: "2025-01-01T00:00Z" }),
  ...contractReaders(contract),
];

/** Parameters that stand only beside another. */
const COMPANIONS: { readonly [name: string]: Query } = {
  azimuth: { tilt: "30" },
  end_year: { weather: "history", start_year: "1900" },
  start_year: { weather: "history" },
  extreme_scope: { extreme: "p50" },
  future_scenario: { future_year: "2050" },
  future_year: { future_scenario: "ssp2_45" },
};

/** On the other endpoints an azimuth may stand alone. */
function companionsOf(path: string, name: string): Query | undefined {
  if (path === "/yield" && name === "surface_azimuth") return COMPANIONS.azimuth;
  return COMPANIONS[name];
}

function queryParameters(path: string): Parameter[] {
  const found = operations().find((one) => one.path === path);
  return found!.parameters.filter((parameter) => parameter.in === "query" && !SERVERS_OWN.includes(parameter.name));
}

function isSystem({ name }: Parameter): boolean {
  return name === "system";
}

/** As it stands in a URL. */
function written(value: unknown): string {
  return Array.isArray(value) ? value.join(",") : String(value);
}

describe.each(readers)("the parameters of $path", (reader) => {
  const { path, parse, base } = reader;
  const parameters = queryParameters(path);

  it("are those that the library knows", () => {
    const known = contract.QUERY_KEYS[path.slice(1)]!;
    expect(parameters.map(({ name }) => name).sort()).toEqual([...known].sort());
  });

  it("are required where the parser requires them", () => {
    const byName = operations().some(({ path: own, parameters: all }) => own === path && all.some(isSystem));
    for (const { name, required = false } of parameters) {
      const { [name]: _, ...rest } = base;
      if (required || (byName && OF_NAMED.includes(name)))
        expect(() => parse(rest), name).toThrow(`parameter "${name}" is required`);
      else expect(() => parse(rest), name).not.toThrow();
    }
  });

  it("have the parser's defaults", () => {
    for (const { name, schema } of parameters) {
      const { default: byDocument } = deref(schema);
      // The zone of a place is the server's to know.
      if (byDocument === undefined || (name === "time_zone" && byDocument === "local")) continue;
      const beside = { ...base, ...companionsOf(path, name) };
      expect(parse({ ...beside, [name]: written(byDocument) }), name).toEqual(parse(beside));
    }
  });

  it.each(parameters.map((parameter) => ({ ...parameter })))(
    "$name has the parser's values and ranges",
    (parameter) => {
      const { accepted, refused } = probesOf(parameter);
      // Where a time may lie is the window's affair, which no schema can say: here only its form is judged.
      const isTime = parameter.name === "start" || parameter.name === "end";
      // Only a body has obstacles.
      const parseAlone: Parse =
        parameter.name === "obstacles"
          ? ofScene
          : isTime
            ? ({ [parameter.name]: value }) =>
                parseObservationRequest({ ...place, [parameter.name]: value } as ObservationQuery, { now: NOW })
            : parse;
      const beside = { ...base, ...companionsOf(path, parameter.name) };
      for (const value of accepted) {
        expect(() => parseAlone({ ...beside, [parameter.name]: value }), `${parameter.name}=${value}`).not.toThrow();
      }
      for (const value of refused) {
        expect(() => parseAlone({ ...beside, [parameter.name]: value }), `${parameter.name}=${value}`).toThrow(
          expect.objectContaining({ name: "RequestError", parameter: parameter.name }),
        );
      }
    },
  );
});

describe("the schema of a time", () => {
  it("draws its form as the parser does", () => {
    const pattern = new RegExp(deref(DOCUMENT.components.schemas.Time!).pattern!, "u");
    const { accepted, refused } = probesOf({ name: "start", schema: {} });
    expect(accepted.filter((text) => !pattern.test(text))).toEqual([]);
    expect(refused.filter((text) => pattern.test(text))).toEqual([]);
  });
});

describe("the schema of a quantile's name", () => {
  const isName = (text: string) => new RegExp(deref(DOCUMENT.components.schemas.Quantile!).pattern!, "u").test(text);

  it("draws the names that the parser takes, and no others", () => {
    const { accepted, refused } = probesOf({ name: "quantiles", schema: { $ref: "#/components/schemas/Quantile" } });
    expect([...contract.QUANTILE_NAMES, ...accepted].filter((text) => !isName(text))).toEqual([]);
    expect(refused.filter(isName)).toEqual([]);
    const { properties } = DOCUMENT.components.schemas.Quantiles!;
    expect(Object.keys(properties!.global_horizontal_irradiance!.properties!)).toEqual(contract.QUANTILE_NAMES);
  });
});

describe("the schema of a zone", () => {
  const { pattern, maxLength } = deref(DOCUMENT.components.schemas.ZoneName!);
  const isValid = (text: string) => new RegExp(pattern!, "u").test(text) && text.length <= maxLength!;
  const isTaken = (text: string) => {
    try {
      return parseObservationRequest({ lat: 50, lon: 10, time_zone: text }) !== undefined;
    } catch {
      return false;
    }
  };

  it("takes the offsets that the parser takes, and no others", () => {
    const parts = [
      ["", " ", "utc", "UTC ", "Z", "GMT  ", "\t"],
      ["", "+", "-", "−", "±", " ", "+ "],
      ["", "0", "00", "5", "09", "11", "12", "13", "14", "15", "99", "123"],
      ["", ":00", "30", ":45", ":60", ":5", " h"],
    ];
    const texts = parts.reduce<string[]>((all, part) => all.flatMap((text) => part.map((one) => text + one)), [""]);
    // Which names there are, no schema can say.
    const offsets = texts.filter((text) => !/^[A-Za-z]+[+-]?\d*$/.test(text));
    expect(offsets.filter((text) => isValid(text) !== isTaken(text))).toEqual([]);
    expect(offsets.filter(isTaken).length).toBeGreaterThan(200);
  });

  it("takes every name of the time-zone data, and none that is longer than any may be", () => {
    const names = [...Intl.supportedValuesOf("timeZone"), "Etc/GMT+5", "EST5EDT", "GMT0"];
    expect(names.filter((name) => !isValid(name) || !isTaken(name))).toEqual([]);
    expect([isValid("A".repeat(64)), isValid("A".repeat(65))]).toEqual([true, false]);
  });
});

describe("the schemas of a body's texts", () => {
  const pattern = (name: string) => new RegExp(deref(DOCUMENT.components.schemas[name]!).pattern!, "u");
  const names = Object.keys(PARAMETERS);

  it.each([
    [
      "ObservationParameterText",
      ["all", ...names, names.join(",")],
      ["", "GHI", "all,temperature", "temperature,", ","],
    ],
    [
      "HorizonText",
      ["flat", "auto", Array(360).fill(89).join()],
      ["", "12", Array(360).fill(90).join(), Array(361).fill(0).join()],
    ],
  ])("%s: what the parser takes", (name, accepted, refused) => {
    const key = name === "HorizonText" ? "horizon" : "parameters";
    const parse = (text: string) => () => parseObservationRequest({ lat: 50, lon: 10, [key]: text } as never);
    expect(accepted.filter((text) => !pattern(name).test(text))).toEqual([]);
    for (const text of accepted) expect(parse(text)).not.toThrow();
    for (const text of refused) expect(parse(text)).toThrow(`parameter "${key}"`);
    expect(refused.filter((text) => pattern(name).test(text))).toEqual([]);
  });
});

describe("the schemas of climate", () => {
  const schema = (name: string): Schema => DOCUMENT.components.schemas[name]!;

  it("name the library's parameters, in its order", () => {
    expect(schema("ClimateParameter").enum).toEqual(contract.CLIMATE_PARAMETER_NAMES);
    expect(schema("ClimateValues").required).toEqual(contract.CLIMATE_VALUE_NAMES);
  });

  it("take the body that the library takes", () => {
    const { properties } = schema("MonthlyValues");
    expect(Object.keys(properties!).sort()).toEqual([...contract.MONTHLY_KEYS].sort());
    expect(properties!.irradiance_unit!.enum).toEqual(contract.IRRADIANCE_UNITS);
  });
});

describe("the schemas", () => {
  const schema = (name: string): Schema => DOCUMENT.components.schemas[name]!;
  const names = Object.keys(PARAMETERS);

  it("name the library's parameters, in its order", () => {
    expect(schema("ObservationParameter").enum).toEqual(names);
    expect(schema("ObservationValues").required).toEqual([...names, "surface_azimuth", "surface_tilt"]);
    expect(Object.keys(schema("ObservationValues").properties!)).toEqual(schema("ObservationValues").required);
    expect(schema("ClimateParameter").enum!.slice(0, names.length)).toEqual(names);
    expect(Object.keys(schema("ClimateValues").properties!)).toEqual(schema("ClimateValues").required);
    expect(schema("ClimateValues").required).toEqual([
      ...schema("ObservationValues").required!,
      ...schema("ClimateParameter").enum!.slice(names.length),
    ]);
  });

  it("have the keys of a response in its order", async () => {
    const weather = await loadSample();
    const first = new Date(weather.start as number).toISOString().slice(0, 11);
    const response = computeObservation({ ...place, start: `${first}12:00Z`, end: `${first}13:00Z` }, weather);
    expect(Object.keys(response)).toEqual(Object.keys(schema("ObservationResponse").properties!));
    expect(Object.keys(response.meta)).toEqual(Object.keys(schema("ObservationMeta").properties!));
    expect(Object.keys(response.meta)).toEqual(schema("ObservationMeta").required);
    expect(Object.keys(response.meta.parameters[0]!)).toEqual(Object.keys(schema("ObservationDescriptor").properties!));
  });

  it("of the extended answers hold the plain ones, and the zone, sources and notices", () => {
    for (const kind of ["Observation", "Climate"]) {
      const plain = Object.keys(schema(`${kind}Meta`).properties!);
      const extended = Object.keys(schema(`${kind}MetaExtended`).properties!);
      expect(extended.slice(0, plain.length)).toEqual(plain);
      const added = ["time_zone_name", "sources", "notices"];
      expect(extended.slice(plain.length, plain.length + added.length)).toEqual(added);
      expect(schema(`${kind}MetaExtended`).required).toEqual([...plain, ...added]);
    }
  });

  it("let a yield be asked for in a batch and in a job, too, and with the system that readSystem reads", () => {
    const { $schema: _draft, title: _title, ...described } = SYSTEM_SCHEMA;
    const { "x-irradiance-extension": _mark, ...documented } = schema("YieldSystem") as { [key: string]: unknown };
    expect(documented).toEqual(described);
    const asked = queryParameters("/yield").map(({ name }) => name);
    const keysOf = (name: string) =>
      Object.keys(schema(name).properties!).filter((key) => !["id", "meta", "system"].includes(key));
    const inLines = asked.filter((name) => name !== "response_format").sort();
    expect(keysOf("YieldQuery").sort()).toEqual(inLines);
    expect(keysOf("YieldSite").sort()).toEqual(inLines);
    expect(["lat", "lon", ...keysOf("YieldJobQuery")].sort()).toEqual(inLines);
  });

  it("let a power forecast be asked for in a batch and in a job, with the keys that it has alone", () => {
    const asked = queryParameters("/forecast/pv").map(({ name }) => name);
    const inLines = asked.filter((name) => name !== "response_format").sort();
    const { id: _id, system, ...ofSite } = schema("PowerSite").properties!;
    expect(system).toEqual(schema("YieldSite").properties!.system);
    expect(Object.keys(ofSite).sort()).toEqual(inLines);
    expect(Object.keys(schema("PowerQuery").properties!).sort()).toEqual(inLines);
    const { lat: _lat, lon: _lon, ...ofAll } = ofSite;
    expect(schema("PowerJobQuery").properties).toEqual(ofAll);
  });

  it("let a batch ask what realtime, training and historical can be asked", () => {
    const asked = queryParameters("/observation/realtime").map(({ name }) => name);
    const inBatch = Object.keys(schema("BatchQuery").properties!).filter((name) => !SERVERS_OWN.includes(name));
    expect(inBatch.sort()).toEqual(asked.filter((name) => name !== "response_format").sort());
  });

  it("let a job ask what a batch can be asked, of all sites or of one", () => {
    const inBatch = schema("BatchQuery").properties!;
    const { id, lat, lon, system, ...ofAll } = schema("JobSite").properties!;
    expect({ lat, lon }).toEqual({ lat: inBatch.lat, lon: inBatch.lon });
    expect(Object.keys({ lat, lon, ...ofAll })).toEqual(Object.keys(inBatch));
    expect(schema("JobQuery").properties).toEqual(ofAll);
    const line = (name: string) =>
      Object.keys(schema(name).properties!).filter((key) => !["id", "replayed"].includes(key));
    expect([line("JobAnswer"), line("JobFailure")]).toEqual([line("BatchAnswer"), line("BatchFailure")]);
  });
});

describe("the prices", () => {
  const description = (path: string) => (DOCUMENT.paths[path]!.get as unknown as { description: string }).description;

  it("in the texts are the library's", () => {
    for (const endpoint of ["training", "historical"] as const) {
      const year = { ...place, start: "2024-01-01T00:00Z", end: "2025-01-01T00:00Z" };
      const tokens = tokenCost(endpoint, parseObservationRequest(year, { endpoint, now: NOW }));
      expect(description(`/observation/${endpoint}`)).toContain(`${tokens} tokens for a year`);
    }
    const tokens = tokenCost("realtime", parseObservationRequest(place, { endpoint: "realtime", now: NOW }));
    expect(description("/observation/realtime")).toContain(`${tokens} token a request`);
  });
});
