/** tmy and printhorizon: our typical year, and our horizon line. */
import { alt2pres } from "irradiance-engine/models/atmosphere";
import type { DoorRequest } from "../door.js";
import { type SeriesBody, saidOf } from "../said.js";
import { headOf } from "./descriptions.js";
import { middleOf, stampOf, valueIn } from "./hours.js";
import { readWithHorizon } from "./query.js";

/** Theirs from ours; null: no parameter of ours names it. */
const COLUMNS = {
  T2m: "temperature",
  RH: "relative_humidity",
  "G(h)": "global_horizontal_irradiance_with_shading",
  "Gb(n)": "direct_normal_irradiance_with_shading",
  "Gd(h)": "diffuse_horizontal_irradiance_with_shading",
  "IR(h)": null,
  WS10m: "wind_speed",
  WD10m: null,
} as const;

/** Which years the months are chosen of is the server's matter: startyear and endyear have no effect, which the answer says. */
export async function typicalYear({ query, ours }: DoorRequest): Promise<object> {
  const asked = await readWithHorizon("tmy", { query, ours });
  const { lat, lon, horizon } = asked;
  const parameters = Object.values(COLUMNS).filter((name) => name !== null);
  const own = { lat, lon, horizon, parameters: parameters.join(","), climate_time: "utc", meta: "extended" };
  const answer = await ours<SeriesBody>({ path: "climate/tmy", query: own });
  const { json } = answer;
  const said = saidOf(answer);
  const years = ["startyear", "endyear"].filter((key) => query[key] !== undefined);
  const notices = years.map((key) => `${key} has no effect: months are chosen of all years that there are`);
  const columns = Object.entries(COLUMNS);
  // Clients compute with it.
  const SP = Math.round(alt2pres({ altitude: json.meta.altitude }).pressure[0]!);
  const rows = json.start_times.map((start, row) => ({
    "time(UTC)": stampOf(middleOf(start)),
    ...Object.fromEntries(columns.map(([name, own]) => [name, own === null ? null : valueIn(json, own, row)])),
    SP,
  }));
  const selected = json.meta.climate?.months_selected ?? [];
  const months = Array.from({ length: 12 }, (_, k) => ({
    month: k + 1,
    year: selected.find(({ month }) => month === k + 1)?.year ?? null,
  }));
  return {
    ...headOf("tmy", asked, json.meta.altitude, { ...said, notices: [...said.notices, ...notices] }),
    outputs: { months_selected: months, tmy_hourly: rows },
  };
}

/** Degrees from point to point, as theirs. */
const STEP = 7.5;

export async function printHorizon({ query, ours }: DoorRequest): Promise<object> {
  const asked = await readWithHorizon("printhorizon", { query, ours });
  const { lat, lon, horizon } = asked;
  const ground = await ours<{ readonly altitude: number }>({ path: "altitude", query: { lat, lon } });
  const line = asked.line?.elevation ?? (horizon === "flat" ? [0] : horizon.split(",").map(Number));
  const at = (azimuth: number) => line[azimuth % line.length]!;
  const points = Array.from({ length: 360 / STEP + 1 }, (_, k) => {
    const azimuth = k * STEP;
    const height = (at(Math.floor(azimuth)) + at(Math.ceil(azimuth))) / 2;
    return { A: azimuth - 180, H_hor: height };
  });
  const said = { sources: [], synthetic: false, notices: [...(asked.line?.notices ?? []), ...ground.notices] };
  return {
    ...headOf("printhorizon", asked, ground.json.altitude, said),
    outputs: { horizon_profile: points, winter_solstice: null, summer_solstice: null },
  };
}
