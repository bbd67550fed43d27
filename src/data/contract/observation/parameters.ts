/** The catalogue of observation parameters (specification 2.4), in wire order, and the two surface angles that follow them. */

/** The quantities that a parameter needs: the plan runs only the kernels required by the requested parameters. */
export type Need = "irradiance" | "plane" | "shading" | "clear-sky" | "pv" | "temperature" | "snow";

interface ParameterEntry {
  readonly description: string;
  readonly unit: { readonly name: string; readonly description: string };
  readonly needs: readonly Need[];
}

const POWER_DENSITY = { name: "W/m**2", description: "watt per square meter" } as const;
const SPECIFIC_POWER = { name: "W/kWp", description: "Watts per kilowatt peak" } as const;

function irradiance(description: string, ...needs: Need[]): ParameterEntry {
  return { description, unit: POWER_DENSITY, needs };
}

const SHADED = " with shading taken into account";

function shaded(description: string, ...needs: Need[]): ParameterEntry {
  return irradiance(description + SHADED, "irradiance", ...needs, "shading");
}

export const PARAMETERS = {
  global_horizontal_irradiance: irradiance("Global horizontal irradiance", "irradiance"),
  global_horizontal_irradiance_with_shading: shaded("Global horizontal irradiance"),
  direct_horizontal_irradiance: irradiance("Direct horizontal irradiance", "irradiance"),
  direct_horizontal_irradiance_with_shading: shaded("Direct horizontal irradiance"),
  diffuse_horizontal_irradiance: irradiance("Diffuse horizontal irradiance", "irradiance"),
  diffuse_horizontal_irradiance_with_shading: shaded("Diffuse horizontal irradiance"),
  direct_normal_irradiance: irradiance("Direct normal irradiance", "irradiance"),
  direct_normal_irradiance_with_shading: shaded("Direct normal irradiance"),
  global_tilted_irradiance: irradiance("Global tilted irradiance", "irradiance", "plane"),
  global_tilted_irradiance_with_shading: shaded("Global tilted irradiance", "plane"),
  direct_tilted_irradiance: irradiance("Direct tilted irradiance", "irradiance", "plane"),
  direct_tilted_irradiance_with_shading: shaded("Direct tilted irradiance", "plane"),
  diffuse_tilted_irradiance: irradiance("Diffuse tilted irradiance", "irradiance", "plane"),
  diffuse_tilted_irradiance_with_shading: shaded("Diffuse tilted irradiance", "plane"),
  pv_production: {
    description: "Power output per kWp installed",
    unit: SPECIFIC_POWER,
    needs: ["irradiance", "plane", "pv", "temperature"],
  },
  pv_production_with_shading: {
    description: `Power output per kWp installed,${SHADED}`,
    unit: SPECIFIC_POWER,
    needs: ["irradiance", "plane", "shading", "pv", "temperature"],
  },
  global_clear_sky_irradiance: irradiance("Global horizontal clear sky irradiance", "clear-sky"),
  temperature: {
    description: "Air temperature, 2 m above ground.",
    unit: { name: "°C", description: "degrees Celsius" },
    needs: ["temperature"],
  },
  snow_depth: {
    description: "Snow depth",
    unit: { name: "mm", description: "millimeters" },
    needs: ["snow"],
  },
} as const satisfies { [name: string]: ParameterEntry };

/** Units of powers, and those of their sums over time, which are energies. */
export const ENERGIES: { readonly [unit: string]: ParameterEntry["unit"] | undefined } = {
  "W/m**2": { name: "Wh/m**2", description: "watt hour per square meter" },
  "W/kWp": { name: "Wh/kWp", description: "Watt hours per kilowatt peak" },
};

/** Whether days, months and years have the sum of a parameter; of the others they have the mean. */
export function isSummed(name: ParameterName): boolean {
  return PARAMETERS[name].unit.name in ENERGIES;
}

/** @experimental */
export type ParameterName = keyof typeof PARAMETERS;
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as readonly ParameterName[];

export type SurfaceName = "surface_azimuth" | "surface_tilt";
export type ValueName = ParameterName | SurfaceName;
/** The 21 keys of `values`, in wire order. */
export const VALUE_NAMES: readonly ValueName[] = [...PARAMETER_NAMES, "surface_azimuth", "surface_tilt"];
