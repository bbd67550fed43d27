/** The yield that a state asks for: one plane by GET, a described system by POST. */
import type { State } from "../state/state.js";
import type { Asked } from "./request.js";

export interface YieldRequest extends Asked {
  readonly path: "yield";
}

const YEARS = /^(\d{4})-(\d{4})$/;

/** What the service takes by itself is left out. */
export function yieldRequestOf(state: State): YieldRequest {
  const query: [string, string][] = [
    ["lat", String(state.lat)],
    ["lon", String(state.lon)],
  ];
  const add = (name: string, value: string, needed: boolean) => needed && query.push([name, value]);
  add("altitude", state.altitude, state.altitude !== "");
  add("horizon", state.horizon, state.horizon !== "flat");
  const [, first = "", last = ""] = YEARS.exec(state.years) ?? [];
  const isHistory = state.roof_weather === "history";
  add("weather", state.roof_weather, isHistory);
  add("start_year", first, isHistory && first !== "");
  add("end_year", last, isHistory && last !== "");
  if (state.system !== "") return { path: "yield", query, body: state.system };
  add("kwp", String(state.kwp), true);
  add("losses", state.losses, state.losses !== "");
  add("dc_ac_ratio", state.dc_ac, state.dc_ac !== "");
  if (state.tracking_mode !== "none") add("tracking_mode", state.tracking_mode, true);
  else if (state.roof_plane === "best") add("tilt", "best", true);
  else {
    add("surface_tilt", String(state.surface_tilt), true);
    add("surface_azimuth", String(state.surface_azimuth), true);
  }
  return { path: "yield", query };
}

/** The request that the page sends: the sources in full stand in its `weather`. */
export function yieldSent(request: YieldRequest): YieldRequest {
  return { ...request, query: [...request.query, ["meta", "extended"]] };
}
