/** The typical year of a bare place, bit for bit as `worldYear` of the library draws it, in a thread. */
import type { WeatherColumn } from "irradiance-engine";
import { GENERATION_ALGORITHM } from "irradiance-engine/climate";
import { worldMonths } from "irradiance-engine/climatology";
import type { ClimateRequest } from "irradiance-engine/contract";
import type { Year } from "../climate/climate-year.js";
import { DATASET, WORLD_REVISION, worldCredits } from "../climate/world-year.js";
import { provenanceOf } from "../climate/year-generator.js";
import type { AnswerContext } from "../context.js";
import type { PlaceData } from "../places.js";

/** At the height of the request, of the elevation files, of a station, or of the map. */
export function bareYear({ pool }: AnswerContext, request: ClimateRequest, ground: PlaceData): Year {
  const { lat, lon, randomSeed } = request;
  const altitude = ownAltitude(request, ground);
  return {
    request,
    revision: JSON.stringify([GENERATION_ALGORITHM, WORLD_REVISION, altitude ?? "map"]),
    async weather(call) {
      const { place, monthly, notices } = await worldMonths(lat, lon, { altitude });
      const { weather, report } = await pool.generateYear(place, monthly, { randomSeed }, call);
      const series = { ...weather, start: weather.start as number };
      const columns = Object.keys(series.columns) as WeatherColumn[];
      const owed = { dataset: DATASET, ...(await worldCredits()) };
      return {
        series,
        provenance: [provenanceOf(owed, series, columns, place)],
        // Of the altitude all answers say the same.
        notices: [...notices.filter(({ code }) => code !== "altitude"), ...report.notices],
        method: undefined,
        passing: false,
      };
    },
  };
}

/** undefined: the map's. */
export function ownAltitude({ altitude }: Pick<ClimateRequest, "altitude">, ground: PlaceData): number | undefined {
  if (altitude !== "auto") return altitude;
  return ground.altitudeFrom === "terrain" || ground.altitudeFrom === "station" ? ground.altitude : undefined;
}
