/** `pv_forecast`: a forecast is made of a weather run, which an irradiance server of the operator has. */
import { object, whole } from "irradiance-engine/internal/fields";
import type { PvSystem } from "irradiance-engine/system";
import { type Answer, LOSS_SET, messages, NUMBER, PLACE, rows, SYSTEM, TEXT, tool } from "./tool.js";

const PATIENCE = 25_000;
const DAY = { date: TEXT, energy: NUMBER, remaining: NUMBER, p10: NUMBER, p90: NUMBER };

/** What of the server's answer is read. */
interface Power {
  readonly issued: string;
  readonly start_times: readonly string[];
  readonly values: { readonly ac_power: readonly (number | null)[] };
  readonly days: readonly { readonly [name: string]: unknown; readonly quantiles: object | null }[];
  readonly meta: { readonly time_zone: string; readonly loss_set: unknown };
  readonly notices: readonly { readonly message: string }[];
}

const INPUT = { ...PLACE, system: SYSTEM, days: whole(1, 7, "days ahead; default 2") };

export const forecast = tool(
  "Energy (kWh) by day, with P10 and P90, and power (W) by hour of a PV system in the days to come, from the irradiance server that the operator names. Without one it is refused: a typical year is no forecast.",
  object(INPUT, "a place and a system", ["lat", "lon", "system"]),
  {
    ...{ units: TEXT, issued: TEXT, time_zone: TEXT, loss_set: LOSS_SET },
    ...{ days: rows(DAY), hours: rows({ start: TEXT, ac_power: NUMBER }) },
  },
  async ({ system, days = 2, ...place }, { server, key }) => {
    if (server === undefined)
      throw new RangeError("a forecast needs a weather run: irradiance-mcp needs --server URL, which is not given");
    const url = new URL("v1/forecast/pv", server.replace(/\/?$/, "/"));
    const query = { ...place, end: `+${24 * days}hours`, frequency: "1_hour", quantiles: "p10,p90" };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    return answerOf(await power(url, key, system!));
  },
);

/** @throws RangeError with what the server says */
async function power(url: URL, key: string | undefined, system: PvSystem): Promise<Power> {
  const headers = { "Content-Type": "application/json", ...(key !== undefined && { Authorization: `Bearer ${key}` }) };
  const init = { method: "POST", headers, body: JSON.stringify(system), redirect: "error" } as const;
  const failure = (why: unknown) => new RangeError(`the irradiance server at ${url.origin} answers ${why}`);
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE) }).catch(({ cause, name }) => {
    throw failure(`nothing (${cause?.code ?? name})`);
  });
  const json = await response.json().catch(() => undefined);
  if (response.ok && Array.isArray(json?.days)) return json;
  throw failure(`${response.status}: ${json?.error?.message ?? "no forecast"}`);
}

function answerOf({ issued, start_times, values, days, meta: { time_zone, loss_set }, notices }: Power): Answer {
  const ofDay = (day: { readonly [name: string]: unknown }) =>
    Object.fromEntries(Object.keys(DAY).map((name) => [name, day[name] ?? null]));
  const hours = start_times.map((start, row) => ({ start, ac_power: values.ac_power[row] ?? null }));
  return {
    ...{ notices: messages(notices), units: "energy kWh, power W", issued, time_zone, loss_set },
    days: days.map((day) => ofDay({ ...day, ...day.quantiles })),
    // The nights are left out.
    hours: hours.filter(({ ac_power }) => ac_power !== 0),
  };
}
