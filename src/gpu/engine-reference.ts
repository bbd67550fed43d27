/** The same batch by the f64 engine: the reference for the device, and its fallback. */
import type { ParameterName, ValueName } from "../contract/observation/parameters.js";
import { frequencyOf } from "../contract/observation/period.js";
import { computeColumns, createWorkspace, type WeatherSeries, type Workspace } from "../index.js";
import type { CheckedRequest } from "./request.js";
import type { AcceleratorSite } from "./types.js";

/** Columns of one site by the engine, with the device's choices: Erbs–Driesse, equal sub-steps, constant indices. */
export function engineColumns(
  request: CheckedRequest,
  site: AcceleratorSite,
  index: number,
  workspace?: Workspace,
): { readonly [name in ValueName]: Float64Array | null } {
  const { start, interval, columns } = request.weather.of(index);
  const weather: WeatherSeries = { start, interval, columns };
  const parameters = request.parameters.filter((name) => !name.startsWith("surface_")) as ParameterName[];
  const { values } = computeColumns(
    {
      lat: site.latitude,
      lon: site.longitude,
      parameters: parameters.length > 0 ? parameters : ["global_clear_sky_irradiance"],
      frequency: frequencyOf(interval),
      surface_tilt: site.surfaceTilt,
      surface_azimuth: site.surfaceAzimuth,
      tracking_mode: site.tracked ? "1_axis" : "none",
      horizon: site.horizon ? "auto" : "flat",
    },
    weather,
    {
      altitude: site.altitude,
      linkeTurbidity: site.linkeTurbidity,
      closure: request.closure,
      spread: "step",
      subSteps: request.steps,
      models: { clearSky: "ineichenAltitude", decomposition: "erbsDriesse", transposition: "perezDriesse" },
      ...(site.horizon ? { horizon: site.horizon } : {}),
      ...(site.albedo === undefined ? {} : { albedo: site.albedo }),
    },
    workspace,
  );
  return values;
}

/** Every site of a request by the engine; columns are f32, as the device's. */
export function* engineSites(request: CheckedRequest): Generator<{ readonly [name in ValueName]?: Float64Array }> {
  const workspace = createWorkspace();
  for (const [index, site] of request.sites.entries()) {
    const values = engineColumns(request, site, index, workspace);
    yield Object.fromEntries(request.parameters.map((name) => [name, values[name]!]));
  }
}
