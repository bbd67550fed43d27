import { VALUE_NAMES, type ValueName } from "../../../src/data/contract/observation/parameters.js";
import { parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import { observationMetadata } from "../../../src/data/contract/observation/response.js";
import type { ObservationColumns, ObservationQuery } from "../../../src/data/contract/observation/types.js";

export const START = Date.UTC(2024, 1, 28, 22, 30);

/** Columns as the engine would give them for a query; series not given are 0, 0.5, 1, … */
export function columnsByHand(
  count: number,
  query: Partial<ObservationQuery> = {},
  series: { readonly [name in ValueName]?: ArrayLike<number> } = {},
): ObservationColumns {
  const request = parseObservationRequest({ lat: 47.4, lon: 8.5, ...query });
  const wanted = new Set<ValueName>([...request.parameters, "surface_azimuth", "surface_tilt"]);
  const values = Object.fromEntries(
    VALUE_NAMES.map((name) => [
      name,
      wanted.has(name) ? Float64Array.from(series[name] ?? Array.from({ length: count }, (_, i) => i / 2)) : null,
    ]),
  ) as ObservationColumns["values"];
  return {
    start: START,
    interval: 900,
    count,
    values,
    extra: { apparent_zenith: new Float64Array(count).fill(60) },
    meta: observationMetadata(request, { altitude: 408, timeZone: 1 }, { version: "1.2.3", commit: "abc" }),
    diagnostics: { counts: { capped: 2 }, notices: [{ code: "altitude", message: "taken as 408 m" }] },
  };
}

export function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
