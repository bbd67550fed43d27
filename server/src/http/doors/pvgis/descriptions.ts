/** What PVGIS' answers say beside their numbers: whose data they are, what each value is, and what is not given. */
import { ownNotice, type Said } from "../said.js";
import type { Asked, Tool } from "./query.js";

const MEANS = "values are means of the hour around the stamp (hh:30 UTC), not of the moment";

/** What is different of each tool from PVGIS' own. */
const NOTES: { readonly [tool in Tool]: readonly string[] } = {
  PVcalc: [
    "computed from a typical year: SD_m and SD_y (years' spread) are null",
    "H(i) is the light behind the horizon line; l_tg has the loss by temperature and, where the weather tells, by snow",
    "loss has all that is lost behind the modules, also in the inverter",
  ],
  seriescalc: [
    MEANS,
    "Gd(i) has the light that the ground reflects, Gr(i) is 0; WS10m is null; Int is 1 where the weather is synthetic",
  ],
  tmy: [
    MEANS,
    "IR(h) and WD10m are null; SP is the standard atmosphere's at the altitude",
    "light is behind the horizon line",
  ],
  printhorizon: ["winter_solstice and summer_solstice are null"],
};

/** `inputs` and `meta` of an answer; notices come first. */
export function headOf(tool: Tool, asked: Asked, altitude: number | null, weather: Said, more: object = {}) {
  const { lat, lon, horizon } = asked;
  const source = weather.sources.join(", ");
  const notices = [ownNotice(weather, "PVGIS"), ...new Set([...asked.notices, ...weather.notices]), ...NOTES[tool]];
  return {
    inputs: {
      location: { latitude: lat, longitude: lon, elevation: altitude },
      ...(tool !== "printhorizon" && {
        meteo_data: { radiation_db: source, meteo_db: source, use_horizon: horizon !== "flat", ...more },
      }),
    },
    meta: {
      notices,
      synthetic: weather.synthetic,
      // Where clients look for descriptions.
      inputs: {},
      outputs: {},
    },
  };
}
