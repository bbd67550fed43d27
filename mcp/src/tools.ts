/** The tools, and those that ask the typical year of a place. Rooms of the engine are loaded when they are asked. */
import type { WorldYear } from "irradiance-engine/climate";
import { type Fields, object, snakeCase, type ValuesOf } from "irradiance-engine/internal/fields";
import { resolveSystem } from "irradiance-engine/system";
import { checkFile } from "./check.js";
import { forecast } from "./forecast.js";
import {
  type Answer,
  LOSS_SET,
  messages,
  NUMBER,
  PLACE,
  rows,
  type Shapes,
  SYSTEM,
  shape,
  TEXT,
  type Tool,
  tool,
} from "./tool.js";

/** A tool that asks the typical year of a place. */
function ofYear<Given extends Fields>(
  description: string,
  more: Given,
  output: Shapes,
  run: (year: WorldYear, given: ValuesOf<Given>) => Promise<Partial<Answer>>,
): Tool {
  const input = object({ ...PLACE, ...more }, "", ["lat", "lon", ...Object.keys(more)] as never);
  const whatYear = "Offline: a typical year of an embedded climatology, not measured weather.";
  const place = shape({ latitude: NUMBER, longitude: NUMBER, altitude: NUMBER });
  return tool(`${description} ${whatYear}`, input, { place, units: TEXT, ...output }, async (given) => {
    const { lat, lon, altitude } = given as ValuesOf<typeof PLACE>;
    const { worldYear } = await import("irradiance-engine/climate");
    const year = await worldYear(lat!, lon!, { altitude });
    const { timeZone: _, ...place } = year.place;
    const { notices = [], ...data } = await run(year, given as ValuesOf<Given>);
    return { notices: [...messages(year.notices), ...notices], place, ...data };
  });
}

const ENERGIES = { energy: NUMBER, plane_irradiation: NUMBER };
const SHARES = { specific_yield: NUMBER, performance_ratio: NUMBER, p50: NUMBER, p90: NUMBER };

const pvYield = ofYear(
  "kWh of a PV system by month and in a year, with what is left after each loss, P50 and P90.",
  { system: SYSTEM },
  {
    ...{ kwp: NUMBER, annual: shape({ ...ENERGIES, ...SHARES }), months: rows({ month: NUMBER, ...ENERGIES }) },
    ...{ loss_set: LOSS_SET, energy_after: { type: "object", additionalProperties: NUMBER } },
  },
  async (weather, { system }) => {
    const { yieldOf } = await import("irradiance-engine/yield");
    const found = yieldOf(weather, await resolveSystem(system!));
    const values = found.uncertainty?.horizons[0]?.values ?? [];
    const [p50 = null, p90 = null] = [50, 90].map((p) => values.find(({ exceedance }) => exceedance === p)?.energy);
    // Twelve months of a generated year are all there.
    const { energy, planeIrradiation, specificYield, performanceRatio } = found.annual ?? found.total;
    const shares = { specific_yield: specificYield, performance_ratio: performanceRatio, p50, p90 };
    return {
      notices: messages(found.notices),
      units: "energy kWh, light kWh/m², yield kWh/kWp",
      kwp: found.kwp,
      loss_set: found.lossSet,
      annual: { energy, plane_irradiation: planeIrradiation, ...shares },
      months: found.months.map((of) => ({
        month: of.month,
        energy: of.energy,
        plane_irradiation: of.planeIrradiation,
      })),
      energy_after: Object.fromEntries(found.losses.map((stage) => [stage.name, stage.energy])),
    };
  },
);

const RANGE = { type: "array", items: NUMBER };
const BEST = { surface_tilt: NUMBER, surface_azimuth: NUMBER, specific_yield: NUMBER };

const bestPlane = ofYear(
  "Tilt and azimuth of the fixed PV plane that yields most, and the ranges of both that lose less than 1 %.",
  {},
  { ...BEST, tilt_range: RANGE, azimuth_range: RANGE },
  async (weather) => {
    const { optimumOf } = await import("irradiance-engine/yield");
    const best = Object.entries(optimumOf(weather)).map(([key, value]) => [snakeCase(key), value]);
    return { units: "degrees, azimuth 0 north, 90 east, 180 south; yield kWh/kWp a year", ...Object.fromEntries(best) };
  },
);

const LIGHT = { global: NUMBER, direct_normal: NUMBER, diffuse: NUMBER, temperature: NUMBER };
const COLUMNS = [
  ...["global_horizontal_irradiance", "direct_normal_irradiance", "diffuse_horizontal_irradiance", "temperature"],
] as const;

const solarResource = ofYear(
  "Irradiation (global and diffuse on the horizontal, direct normal) and air temperature by month and in a year.",
  {},
  { annual: shape(LIGHT), months: rows({ month: NUMBER, ...LIGHT }) },
  async ({ series, clearTurbidity: linkeTurbidity, place: { latitude: lat, longitude: lon, altitude } }) => {
    const { computeColumns } = await import("irradiance-engine");
    // Quarters begin at local midnight in every zone, as the year does: row by row they are those of 2005.
    const query = { lat, lon, parameters: COLUMNS.join(), frequency: "15_minutes" } as const;
    const { values } = computeColumns(query, series, { altitude, linkeTurbidity });
    const between = (...months: [number, number]) => {
      const [from, to] = months.map((month) => (Date.UTC(2005, month) - Date.UTC(2005, 0)) / 900_000);
      const mean = (column: string) =>
        values[column as "temperature"]!.subarray(from, to).reduce((sum, value) => sum + value, 0) / (to! - from!);
      const [global, direct_normal, diffuse, temperature] = COLUMNS.map(mean) as [number, number, number, number];
      // W/m² over quarters.
      const scale = (to! - from!) / 4000;
      return { global: global * scale, direct_normal: direct_normal * scale, diffuse: diffuse * scale, temperature };
    };
    const months = Array.from({ length: 12 }, (_, k) => ({ month: k + 1, ...between(k, k + 1) }));
    return { units: "kWh/m², °C", annual: between(0, 12), months };
  },
);

export const TOOLS: { readonly [name: string]: Tool } = {
  pv_yield: pvYield,
  pv_forecast: forecast,
  solar_resource: solarResource,
  best_plane: bestPlane,
  check_file: checkFile,
};
