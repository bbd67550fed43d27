/** Columns made up for reports: no engine needed. */
import { VALUE_NAMES, type ValueName } from "../../../src/data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../../src/data/contract/observation/types.js";

export function makeColumns(
  start: string,
  interval: number,
  count: number,
  values: { [name in ValueName]?: (i: number) => number },
  timeZone = 0,
): ObservationColumns {
  const columns = Object.fromEntries(
    VALUE_NAMES.map((name) => {
      const value = values[name] ?? (name.startsWith("surface") ? () => 0 : undefined);
      return [name, value ? Float64Array.from({ length: count }, (_, i) => value(i)) : null];
    }),
  ) as ObservationColumns["values"];
  return {
    start: Date.parse(start),
    interval,
    count,
    values: columns,
    extra: {},
    meta: {
      version: "0",
      commit: "unknown",
      frequency: "1_hour",
      parameters: [],
      lat: 0,
      lon: 0,
      altitude: 0,
      surface_azimuth: 0,
      surface_tilt: 0,
      time_zone: timeZone,
    },
    diagnostics: { counts: {}, notices: [] },
  };
}
