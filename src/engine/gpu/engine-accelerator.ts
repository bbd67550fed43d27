/**
 * The f64 engine with the interface of an accelerator: the reference for the device, and its fallback.
 */

import type { ParameterName, ValueName } from "../../data/contract/observation/parameters.js";
import { frequencyOf } from "../../data/contract/observation/period.js";
import type { Notice } from "../../data/contract/observation/types.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import type { MissingPackageError } from "../../foundation/packages.js";
import { computeColumns } from "../compute.js";
import { createWorkspace, type Workspace } from "../memory/workspace.js";
import { GpuError } from "./errors.js";
import { type CheckedRequest, checkRequest } from "./request.js";
import { Collector } from "./result.js";
import type { Accelerator, AcceleratorRequest, AcceleratorResult, AcceleratorSite } from "./types.js";

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
function* engineSites(request: CheckedRequest): Generator<{ readonly [name in ValueName]?: Float64Array }> {
  const workspace = createWorkspace();
  for (const [index, site] of request.sites.entries()) {
    const values = engineColumns(request, site, index, workspace);
    yield Object.fromEntries(request.parameters.map((name) => [name, values[name]!]));
  }
}

/** The notice that the engine computes instead, and why. */
export function fallbackNotice(cause: GpuError | MissingPackageError): Notice {
  return {
    code: "gpu-fallback",
    message: `the CPU engine computes instead of the accelerator: ${cause.message}`,
  };
}

/** Computes on this thread, in f64; columns are f32, as the device's. */
export class EngineAccelerator implements Accelerator {
  readonly form = "cpu";
  readonly backend = "cpu";
  readonly adapter = "f64 engine";
  readonly statistics = null;
  readonly notices: readonly Notice[];
  private closed = false;

  constructor(notice: Notice) {
    this.notices = [notice];
  }

  async compute(request: AcceleratorRequest): Promise<AcceleratorResult> {
    if (this.closed) throw new GpuError("ERR_GPU_CLOSED", "the accelerator has been closed");
    const checked = checkRequest(request);
    const collector = new Collector(checked);
    let site = 0;
    for (const values of engineSites(checked)) collector.takeSite(site++, values);
    return collector.result();
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
