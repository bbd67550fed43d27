/** The lines that give the values of a series elsewhere. The user's key is never in them. */
import { endpointOf, isPosted } from "../state/endpoints.js";
import { askedParameters, type State } from "../state/state.js";
import { isOfClock } from "../time/read-time.js";
import {
  addressOf,
  type Caller,
  csvAddress,
  curl,
  type Line,
  postedLines,
  powerQuery,
  pythonBearer,
  pythonHead,
  pythonKey,
  quoted,
  typescript,
} from "./caller.js";
import { extended, requestOf, serviceTime } from "./request.js";

/** pvlib's functions; it has none for the other endpoints and steps, for trackers and for further parameters. */
const PVLIB: { readonly [path: string]: string } = {
  "observation/realtime": "observation_realtime",
  "observation/training": "observation_training",
  "forecast/basic": "forecast_basic",
  "forecast/precision": "forecast_precision",
  "climate/tmy": "tmy",
};
const STEPS: { readonly [frequency: string]: string } = { "1_minute": "1min", "15_minutes": "15min", "1_hour": "1h" };

export function linesOf(state: State, caller: Caller): readonly Line[] {
  const request = requestOf(state);
  if (isPosted(state.endpoint)) {
    const data = 'data = pd.DataFrame(answer["values"], index=pd.to_datetime(answer["start_times"]))';
    return postedLines(extended(request), caller, {
      imports: "import pandas as pd\n",
      data,
      names: "start_times, values",
    });
  }
  return [
    { title: "URL", text: addressOf(extended(request), caller) },
    { title: "curl", text: curl(extended(request), caller) },
    { title: "curl (CSV file)", text: curl(request, caller, "irradiance.csv") },
    hasPvlib(state)
      ? { title: "Python (pvlib)", text: pvlib(state, caller) }
      : { title: "Python (pandas)", text: pandas(csvAddress(request, caller), caller) },
    { title: "TypeScript", text: typescript(request, caller, "start_times, values") },
    { title: "Excel (Power Query)", text: powerQuery(request, caller) },
  ];
}

/** pvlib takes times of UTC, and those relative to now. */
function hasPvlib(state: State): boolean {
  const { endpoint, frequency, tracking_mode, more, start, end } = state;
  const isOfUtc = ![start, end].some((time) => isOfClock(serviceTime(time, state)));
  return endpoint in PVLIB && frequency in STEPS && tracking_mode === "none" && more === "" && isOfUtc;
}

function pvlib(state: State, caller: Caller): string {
  const { period, start, end, frequencies, parameters } = endpointOf(state.endpoint);
  const asked = askedParameters(state);
  const { horizon } = state;
  const given = [
    `${state.lat}, ${state.lon}`,
    period === "span" &&
      `start=${quoted(serviceTime(state.start || start, state))}, end=${quoted(serviceTime(state.end || end, state))}`,
    `parameters=${asked.length === parameters.length ? '"all"' : JSON.stringify(asked).replaceAll(",", ", ")}`,
    `surface_tilt=${state.surface_tilt}, surface_azimuth=${state.surface_azimuth}`,
    frequencies.length > 1 && `time_step=${quoted(STEPS[state.frequency] as string)}`,
    `horizon=${/^\d/.test(horizon) ? `[${horizon.replaceAll(",", ", ")}]` : quoted(horizon)}`,
    `api_key=${pythonKey(caller)}, url=${quoted(caller.base)}`,
  ].filter((part) => part !== false);
  return `${pythonHead(caller)}import pvlib

data, meta = pvlib.iotools.get_meteonorm_${PVLIB[state.endpoint]}(
    ${given.join(",\n    ")},
)`;
}

export function pandas(address: string, caller: Caller): string {
  return `${pythonHead(caller)}import pandas as pd

data = ${readCsv(quoted(address), caller, "")}
data.index = pd.to_datetime(data.index, utc=True)`;
}

/**
 * Times stay texts: clocks with daylight saving have two offsets, which pandas reads in UTC alone.
 *
 * @param address as Python writes it
 */
export function readCsv(address: string, caller: Caller, indent: string): string {
  const lines = [
    `${address},`,
    `storage_options={"Authorization": ${pythonBearer(caller)}},`,
    'index_col="start_time",',
  ];
  return `pd.read_csv(\n${lines.map((line) => `${indent}    ${line}\n`).join("")}${indent})`;
}
