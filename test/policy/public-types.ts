/**
 * Type tests of the public surface. Nothing here runs: `npm run types` compiles it, and a mismatch is a type error.
 * What is written as `@ts-expect-error` must not compile.
 */
import { expectTypeOf } from "vitest";
import { readWeather } from "../../src/data/weather/index.js";
import {
  computeColumns,
  computeObservation,
  copyColumns,
  createWorkspace,
  type Diagnostics,
  explain,
  jsonChunks,
  type ObservationColumns,
  type ObservationContext,
  type ObservationMetadata,
  type ObservationQuery,
  type ObservationRequest,
  type ObservationResponse,
  PARAMETERS,
  type ParameterName,
  parseObservationRequest,
  RequestError,
  respond,
  tokenCost,
  toResponse,
  type ValueName,
  type WeatherColumn,
  type WeatherSeries,
  type Workspace,
  writeCsv,
  writeJson,
} from "../../src/index.js";
import { erbs } from "../../src/physics/models/decomposition/index.js";
import { reindl } from "../../src/physics/models/transposition/index.js";

declare const query: ObservationQuery;
declare const request: ObservationRequest;
declare const weather: WeatherSeries;
declare const columns: ObservationColumns;
declare const workspace: Workspace;

// A query as literals and with arrays; unknown keys are refused, lat and lon are not optional.
({ lat: 40, lon: -105, frequency: "1_hour" }) satisfies ObservationQuery;
({
  lat: "40",
  lon: "-105",
  horizon: new Uint8Array(360),
  parameters: ["temperature"],
}) satisfies ObservationQuery;
// @ts-expect-error surfaceTilt is surface_tilt
({ lat: 40, lon: -105, surfaceTilt: 30 }) satisfies ObservationQuery;
// From a URL, whose keys no type says.
expectTypeOf(parseObservationRequest).toBeCallableWith({ lat: "40", lon: "-105" } as { [key: string]: string });
// @ts-expect-error lon is missing
({ lat: 40 }) satisfies ObservationQuery;

// The whole way, from a query or a parsed request, with and without context.
expectTypeOf(computeObservation).toBeCallableWith(query, weather);
expectTypeOf(computeObservation).toBeCallableWith(request, weather, { altitude: 1650 });
// Whose variables are checked, too: their keys, and their values where the type says them.
const plane = { lat: 40, lon: -105, frequency: "1_hour", parameters: "temperature,snow_depth", surface_tilt: 30 };
computeObservation(plane, weather);
respond({ ...plane, parameters: ["temperature", "snow_depth"] } as const, weather);
computeColumns({ lat: 40, lon: -105, frequency: "1_day", parameters: "all", tracking_mode: "1_axis" }, weather);
const slip = { lat: 40, lon: -105, surface_tlit: 30 };
// @ts-expect-error surface_tlit is no key
computeObservation(slip, weather);
// @ts-expect-error surface_tlit is no key
explain(slip, weather, 0);
const hours = { lat: 40, lon: -105, frequency: "2_hours" } as const;
// @ts-expect-error no such frequency
respond(hours, weather);
const names = { lat: 40, lon: -105, parameters: ["temperature", "gti"] } as const;
// @ts-expect-error no such parameter
computeColumns(names, weather);
// @ts-expect-error no such parameter
computeColumns({ lat: 40, lon: -105, parameters: "gti" }, weather);
expectTypeOf(computeObservation).returns.toEqualTypeOf<ObservationResponse>();
expectTypeOf(computeColumns).toBeCallableWith(query, weather, {}, workspace);
expectTypeOf(computeColumns).returns.toEqualTypeOf<ObservationColumns>();
expectTypeOf(respond(query, weather)).toEqualTypeOf<{
  contentType: string;
  body: Uint8Array<ArrayBuffer>;
  diagnostics: Diagnostics;
}>();

// Writers: bytes, with the same option.
expectTypeOf(toResponse(columns, { decimals: null })).toEqualTypeOf<ObservationResponse>();
expectTypeOf(writeJson(columns, { decimals: 4 })).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
expectTypeOf(writeCsv(columns)).toEqualTypeOf<Uint8Array<ArrayBuffer>>();
expectTypeOf(jsonChunks(columns)).toExtend<Generator<Uint8Array<ArrayBuffer>>>();
expectTypeOf(copyColumns(columns)).toEqualTypeOf<ObservationColumns>();
// @ts-expect-error decimals is a number or null
writeJson(columns, { decimals: "2" });

// Requests.
expectTypeOf(parseObservationRequest(query, { endpoint: "historical", now: 0 })).toEqualTypeOf<ObservationRequest>();
expectTypeOf(tokenCost("training", request)).toEqualTypeOf<number>();
// @ts-expect-error no such endpoint
tokenCost("tomorrow", request);
// @ts-expect-error a request is frozen
request.lat = 0;
expectTypeOf(new RequestError("lat", "no")).toExtend<Error>();
expectTypeOf(new RequestError("lat", "no").parameter).toEqualTypeOf<string>();
expectTypeOf(new RequestError("lat", "no").code).toExtend<string>();

// The catalogue knows its names.
expectTypeOf<keyof typeof PARAMETERS>().toEqualTypeOf<ParameterName>();
expectTypeOf(PARAMETERS.snow_depth.unit.name).toExtend<string>();
expectTypeOf<ValueName>().toEqualTypeOf<ParameterName | "surface_azimuth" | "surface_tilt">();
expectTypeOf<"global_tilted_irradiance_with_shading">().toExtend<ParameterName>();

// Results: typed arrays inside, numbers and null on the wire, null for what was not requested.
expectTypeOf(columns.values.temperature).toEqualTypeOf<Float64Array | null>();
expectTypeOf(columns.start).toEqualTypeOf<number>();
expectTypeOf(columns.interval).toEqualTypeOf<number>();
expectTypeOf(columns.count).toEqualTypeOf<number>();
expectTypeOf(columns.extra).toEqualTypeOf<{ [name: string]: Float64Array }>();
expectTypeOf(columns.meta).toEqualTypeOf<ObservationMetadata>();
expectTypeOf(columns.diagnostics.counts).toEqualTypeOf<{ [name: string]: number }>();
expectTypeOf<keyof ObservationResponse>().toEqualTypeOf<"start_times" | "end_times" | "values" | "meta">();
expectTypeOf<ObservationResponse["values"]["pv_production"]>().toEqualTypeOf<(number | null)[] | null>();
expectTypeOf<keyof ObservationResponse["values"]>().toEqualTypeOf<ValueName>();
// @ts-expect-error a typed array is no wire format
({}) as ObservationResponse["values"]["temperature"] satisfies Float64Array;

// Weather: any array of numbers, with null for missing; no column that nobody knows.
({
  start: "2024-01-01T00:00Z",
  interval: 900,
  sampling: "instant",
  columns: { global_horizontal_irradiance: new Float32Array(4), temperature: [1, null, undefined, Number.NaN] },
  place: { latitude: 40, longitude: -105, altitude: 1650, timeZone: -7 },
}) satisfies WeatherSeries;
// @ts-expect-error no such column
({ start: 0, interval: 900, columns: { sunshine: [] } }) satisfies WeatherSeries;
expectTypeOf<"linke_turbidity" | "relative_humidity">().toExtend<WeatherColumn>();

// Context: all optional; models as objects or by name.
({}) satisfies ObservationContext;
({
  now: 0,
  altitude: 0,
  timeZone: 5.75,
  horizon: new Float64Array(360),
  linkeTurbidity: [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
  albedo: 0.2,
  minimumCoverage: 0.5,
  models: { decomposition: erbs, transposition: reindl, clearSky: "ineichen" },
  registry: { erbs, reindl },
  exact: true,
  subSteps: "auto",
  extra: ["apparent_zenith", "azimuth", "incidence_angle", "clearness_index", "clear_sky_dni", "rotation"],
  decimals: null,
  software: { version: "1.0.0", commit: "abc" },
}) satisfies ObservationContext;
// @ts-expect-error closure is one of three
({ closure: "magic" }) satisfies ObservationContext;

// The rest.
expectTypeOf(createWorkspace({ shared: true })).toEqualTypeOf<Workspace>();
expectTypeOf(explain).toBeCallableWith(query, weather, "2024-06-21T12:00:00Z", {});
expectTypeOf(explain).toBeCallableWith(query, weather, 0);
expectTypeOf(readWeather("start_time\n")).resolves.toHaveProperty("series").toEqualTypeOf<WeatherSeries>();
expectTypeOf(erbs({ ghi: [500], zenith: 30, dayOfYear: 172 })).toEqualTypeOf<{
  dni: Float64Array;
  dhi: Float64Array;
  kt: Float64Array;
}>();
