/**
 * The interface of Solcast, as its clients use it: rooftop sites are the systems that the account stores (/v1/systems), and /data is for
 * any place. Its rows have no place for a message: whose weather they are stands in the headers Weather-Sources and API-Notice.
 */
import type { HttpError } from "../../errors.js";
import type { Door, DoorAnswer, DoorRequest } from "../door.js";
import { hoursOf, RADIATION_KEYS, ROOFTOP_KEYS, radiation, rooftop } from "./data.js";
import { type Column, inKilowatts, periodOf, refuseOtherThan, rowsOf } from "./rows.js";
import { measurements, sites } from "./sites.js";

interface Power {
  readonly end_times: readonly string[];
  readonly values: { readonly ac_power: Column };
  readonly quantiles: { readonly ac_power: { readonly p10: Column; readonly p90: Column } } | null;
}

async function forecasts({ params, query, ours }: DoorRequest): Promise<DoorAnswer> {
  refuseOtherThan(query, { format: ["json"] });
  const period = periodOf(query);
  const { json } = await ours<Power>({
    path: "forecast/pv",
    query: {
      ...{ system: params.id, end: `+${hoursOf(query, 48, 336)}hours`, frequency: period.frequency, time_zone: "UTC" },
      quantiles: "p10,p50,p90",
    },
  });
  const columns = {
    pv_estimate: inKilowatts(json.values.ac_power),
    pv_estimate10: inKilowatts(json.quantiles?.ac_power.p10),
    pv_estimate90: inKilowatts(json.quantiles?.ac_power.p90),
  };
  return { body: { forecasts: rowsOf({ end_times: json.end_times, columns }, period) } };
}

/** The power of what was observed. */
async function estimatedActuals({ params, query, ours, now }: DoorRequest): Promise<DoorAnswer> {
  refuseOtherThan(query, { format: ["json"] });
  const period = periodOf(query);
  const { json } = await ours<Power>({
    path: "observation/pv",
    query: {
      ...{ system: params.id, start: `-${hoursOf(query, 168, 168)}hours`, end: "now" },
      ...{ frequency: period.frequency, time_zone: "UTC" },
    },
  });
  const columns = { pv_estimate: inKilowatts(json.values.ac_power) };
  return { body: { estimated_actuals: rowsOf({ end_times: json.end_times, columns }, period, now) } };
}

/**
 * Never "TooManyRequests", which clients take for the end of the day's calls: they wait until the next day. Any other word at 429 is tried
 * again within minutes.
 */
function refusal({ code, message }: HttpError): object {
  const words = code.split("_").map((word) => word[0]!.toUpperCase() + word.slice(1));
  return { response_status: { error_code: words.join(""), message, errors: [] } };
}

const SITE_KEYS = ["hours", "period", "format"];

export const solcast: Door = {
  name: "solcast",
  keyAt: "send it as api_key=KEY, or in the header Authorization: Bearer KEY",
  routes: [
    { method: "GET", url: "/rooftop_sites", keys: ["format"], answer: sites },
    { method: "GET", url: "/rooftop_sites/:id/forecasts", keys: SITE_KEYS, answer: forecasts },
    { method: "GET", url: "/rooftop_sites/:id/estimated_actuals", keys: SITE_KEYS, answer: estimatedActuals },
    { method: "POST", url: "/rooftop_sites/:id/measurements", answer: measurements },
    { method: "GET", url: "/data/:kind/radiation_and_weather", keys: RADIATION_KEYS, answer: radiation },
    { method: "GET", url: "/data/:kind/rooftop_pv_power", keys: ROOFTOP_KEYS, answer: rooftop },
  ],
  refusal,
};
