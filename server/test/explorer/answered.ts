/** Answers of the service, as the page reads them. */
import { type Answer, answerOf } from "../../explorer/service/answer.js";
import type { EndpointPath } from "../../explorer/state/state.js";

export const GHI = "global_horizontal_irradiance";
const HOUR = 3_600_000;
const UNITS: { readonly [name: string]: string } = {
  [GHI]: "W/m**2",
  [`${GHI}_with_shading`]: "W/m**2",
  pv_production: "W/kWp",
  pv_production_with_shading: "W/kWp",
  temperature: "°C",
  precipitation: "mm",
};

/** An answer of hours from a time, as the service writes it. */
export function answered(
  start: string,
  values: { readonly [name: string]: readonly (number | null)[] },
  timeZone = 0,
  lon = 0,
  path: EndpointPath = "observation/realtime",
): Answer {
  const count = Object.values(values)[0]!.length;
  const times = Array.from({ length: count + 1 }, (_, k) =>
    new Date(Date.parse(start) + k * HOUR).toISOString().replace(".000", ""),
  );
  const body = {
    start_times: times.slice(0, -1),
    end_times: times.slice(1),
    values: { ...values, snow_depth: null, surface_tilt: Array(count).fill(30) },
    meta: {
      parameters: Object.keys(values).map((name) => ({
        name,
        description: name,
        unit: { name: UNITS[name] },
        aggregation_method: name === "precipitation" ? "sum" : "average",
      })),
      lat: 0,
      lon,
      altitude: 0,
      time_zone: timeZone,
    },
  };
  const reply = { text: JSON.stringify(body), headers: new Headers(), price: { cost: 0, remaining: undefined } };
  return answerOf({ path, query: [] }, reply);
}
