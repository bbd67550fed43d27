/** Executes `irradiance demo`. */
import { computeColumns, type ObservationQuery, writeJson } from "../../index.js";
import { formatTable, monthly, terminalPlot, total } from "../../report/index.js";
import { VERSION } from "../../version.js";
import { loadSample } from "../../weather/node.js";
import { printDiagnostics } from "../notices.js";
import { writeResult } from "../output.js";
import { withPlaceContext } from "../place-context.js";

export interface DemoOptions {
  out?: string;
}

const TILT = 35;
const AZIMUTH = 180;

interface Hill {
  readonly azimuth: number;
  readonly halfWidth: number;
  readonly height: number;
}

/** Two straight-sided hills in the way of the morning and the evening sun. */
const HILLS: readonly Hill[] = [
  { azimuth: 105, halfWidth: 45, height: 15 },
  { azimuth: 250, halfWidth: 35, height: 10 },
];

function exampleHorizon(): number[] {
  const height = ({ azimuth, halfWidth, height }: Hill, degree: number) =>
    Math.max(0, Math.round(height * (1 - Math.abs(degree - azimuth) / halfWidth)));
  return Array.from({ length: 360 }, (_, degree) => Math.max(...HILLS.map((hill) => height(hill, degree))));
}

export async function demo(options: DemoOptions): Promise<void> {
  const weather = await loadSample();
  const { latitude, longitude, altitude } = weather.place!;
  const query: ObservationQuery = {
    lat: latitude,
    lon: longitude,
    parameters: "all",
    frequency: "1_hour",
    surface_tilt: TILT,
    surface_azimuth: AZIMUTH,
    horizon: exampleHorizon(),
  };
  const context = await withPlaceContext({ lat: latitude, lon: longitude }, weather, {}, true);
  const columns = computeColumns(query, weather, context);
  if (options.out !== undefined) await writeResult(writeJson(columns), options.out);
  const response = `all ${columns.meta.parameters.length} parameters, ${columns.count} hours, JSON`;
  const hills = HILLS.map(({ azimuth, height }) => `${height}° high at azimuth ${azimuth}°`).join(" and ");
  await writeResult(
    `irradiance-engine ${VERSION}

Weather  typical year of Greensboro, North Carolina (NREL TMY3 station 723170), mapped to 2023
Place    ${latitude}, ${longitude}, ${altitude} m
Plane    tilt ${TILT}°, azimuth ${AZIMUTH}° (south)
Horizon  an example, not the real one: two hills, ${hills}

${formatTable(monthly(columns, { typicalYear: true }), total(columns))}pv_prod is pv_production, a simple formula of light and air temperature; for the full chain use irradiance yield

${terminalPlot(columns)}
Response (${response}): ${options.out ?? "with --out FILE"}
Next: npx irradiance-engine yield --lat 47.4 --lon 8.5 (the year of a PV system at your place)
`,
    undefined,
  );
  printDiagnostics(columns.diagnostics);
}
