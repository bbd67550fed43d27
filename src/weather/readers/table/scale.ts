/** Units of the values as a whole: amounts of intervals, pressures by their size, and units that cannot be. */

import type { Notice } from "../../../contract/observation/types.js";
import { shown } from "../../../text/shown.js";
import { isWeatherColumn } from "../../checked-series.js";
import { WeatherError } from "../../errors.js";
import type { WeatherColumn, WeatherPlace } from "../../series.js";
import type { ReadResult } from "../format.js";
import { shortName } from "../options.js";
import type { TableColumn } from "./columns.js";
import { clearestIn, limitOfDays } from "./dim.js";
import { meterSign } from "./meter.js";
import type { TableRules } from "./options.js";
import { doubtAbout, highest, pressureUnit } from "./plausible.js";
import type { TableSource } from "./sources.js";

/** Amounts of intervals become means; units that cannot be are asked for. */
export function scaled(
  { series }: ReadResult,
  columns: readonly TableSource[],
  rules: TableRules,
  notices: Notice[],
  { file, place }: { readonly file: string | undefined; readonly place: WeatherPlace | undefined },
): { energies: number } {
  let energies = 0;
  const values = series.columns as { [name in WeatherColumn]?: Float64Array };
  // Overcast weather has no direct irradiance: only what is dim altogether is in doubt.
  const lights = columns.filter(({ column, amount }) => column.endsWith("_irradiance") && amount === undefined);
  const brightest = Math.max(...lights.map(({ column }) => highest(values[column])));
  for (const { column, amount, source } of columns) {
    const rows = values[column];
    if (rows === undefined) continue;
    const isLight = column.endsWith("_irradiance");
    const isTold = rules.units.has(column);
    const meter = isLight && (amount !== undefined || !isTold) ? meterSign(rows, series.interval) : undefined;
    if (meter !== undefined) throw askDifferences(source, meter, file);
    if (amount !== undefined) {
      if (isLight) energies += 1;
      values[column] = rows.map((value) => (value * amount * 3600) / series.interval);
      continue;
    }
    if (column === "pressure" && source.unit === undefined) {
      const found = pressureUnit(rows);
      if (found === undefined) throw askUnit(source, "its values cannot be an air pressure", ["hPa", "Pa"], file);
      values[column] = rows.map((value) => value * found.factor);
      notices.push({ code: "units", message: `the column "${source.name}" is read in ${found.unit}, by its values` });
      continue;
    }
    const { interval } = series;
    const length = { interval, count: rows.length };
    const isCloudy = isLight && column !== "global_horizontal_irradiance" && brightest > limitOfDays(length);
    const lit = { ...length, clearest: () => place && clearestIn(series, rows, place), isAsked: true };
    const doubt = isTold || isCloudy ? undefined : doubtAbout(column, rows, lit);
    if (doubt === undefined) continue;
    const stated = isWeatherColumn(source.name) && column !== "albedo" ? "W/m2, °C" : source.unit;
    if (stated === undefined) throw askUnit(source, doubt.found, doubt.units, file);
    notices.push({
      code: "units",
      message: `the column "${source.name}" states ${stated}, but ${doubt.found}: pass units if it is wrong`,
    });
  }
  return { energies };
}

function askUnit(
  { name, column }: TableColumn,
  found: string,
  units: readonly string[],
  file: string | undefined,
): WeatherError {
  const choice = units.map((one) => `{ ${shortName(column)}: ${shown(one)} }`).join(" or ");
  return new WeatherError(
    `what is the unit of the column ${shown(name)}? It states none, and ${found}: pass units ${choice}`,
    {
      file,
    },
  );
}

/** How high a sum is says nothing of its unit. */
function askDifferences({ name, column, unit }: TableColumn, when: string, file: string | undefined): WeatherError {
  const ask = unit === undefined ? ` and, if it counts Wh/m², pass units { ${shortName(column)}: "Wh/m2" }` : "";
  const cure = `replace each value by its difference from the one before${ask}`;
  return new WeatherError(`the column ${shown(name)} never falls ${when}, as a meter that counts up: ${cure}`, {
    file,
  });
}
