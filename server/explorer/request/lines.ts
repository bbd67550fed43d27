/** The lines that give the same values elsewhere. The user's key is never in them. */
import { DEMO_KEY } from "../service/key.js";
import { endpointOf, isPosted } from "../state/endpoints.js";
import { askedParameters, type State } from "../state/state.js";
import { isOfClock } from "../time/read-time.js";
import { extended, requestOf, type SeriesRequest, serviceTime, written } from "./request.js";

export interface Line {
  readonly title: string;
  readonly text: string;
}

const ENVIRONMENT = "IRRADIANCE_KEY";

/** pvlib's functions; it has none for the other endpoints and steps, for trackers and for further parameters. */
const PVLIB: { readonly [path: string]: string } = {
  "observation/realtime": "observation_realtime",
  "observation/training": "observation_training",
  "forecast/basic": "forecast_basic",
  "forecast/precision": "forecast_precision",
  "climate/tmy": "tmy",
};
const STEPS: { readonly [frequency: string]: string } = { "1_minute": "1min", "15_minutes": "15min", "1_hour": "1h" };

/** @param base address of the service, with `v1/` */
export function linesOf(state: State, base: string, isDemo: boolean): readonly Line[] {
  const request = requestOf(state);
  if (isPosted(state.endpoint)) return postedLines(request, base, isDemo);
  return [
    { title: "URL", text: base + written(extended(request)) },
    { title: "curl", text: curl(request, base, isDemo) },
    hasPvlib(state)
      ? { title: "Python (pvlib)", text: pvlib(state, base, isDemo) }
      : { title: "Python (pandas)", text: pandas(request, base, isDemo) },
    { title: "TypeScript", text: typescript(request, base, isDemo) },
  ];
}

function curl(request: SeriesRequest, base: string, isDemo: boolean): string {
  return `curl --compressed -H ${shellHeader(isDemo)} ${shellQuoted(base + written(extended(request)))}`;
}

function shellHeader(isDemo: boolean): string {
  return isDemo ? `'Authorization: Bearer ${DEMO_KEY}'` : `"Authorization: Bearer $${ENVIRONMENT}"`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** pvlib takes times of UTC, and those relative to now. */
function hasPvlib(state: State): boolean {
  const { endpoint, frequency, tracking_mode, more, start, end } = state;
  const isOfUtc = ![start, end].some((time) => isOfClock(serviceTime(time, state)));
  return endpoint in PVLIB && frequency in STEPS && tracking_mode === "none" && more === "" && isOfUtc;
}

function pvlib(state: State, base: string, isDemo: boolean): string {
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
    `api_key=${pythonKey(isDemo)}, url=${quoted(base)}`,
  ].filter((part) => part !== false);
  return `${isDemo ? "" : "import os\n"}import pvlib

data, meta = pvlib.iotools.get_meteonorm_${PVLIB[state.endpoint]}(
    ${given.join(",\n    ")},
)`;
}

function pandas({ path, query }: SeriesRequest, base: string, isDemo: boolean): string {
  const address = base + written({ path, query: [...query, ["response_format", "csv"]] });
  const bearer = pythonBearer(isDemo);
  return `${isDemo ? "" : "import os\n"}import pandas as pd

data = pd.read_csv(
    ${quoted(address)},
    storage_options={"Authorization": ${bearer}},
    index_col="start_time", parse_dates=["start_time", "end_time"],
)`;
}

function pythonBearer(isDemo: boolean): string {
  return isDemo ? quoted(`Bearer ${DEMO_KEY}`) : `"Bearer " + ${pythonKey(false)}`;
}

function pythonKey(isDemo: boolean): string {
  return isDemo ? quoted(DEMO_KEY) : `os.environ["${ENVIRONMENT}"]`;
}

/** What is posted; pvlib and the package's client have no function for it. */
function postedLines(request: SeriesRequest, base: string, isDemo: boolean): readonly Line[] {
  const address = base + written(extended(request));
  const body = (request.body ?? "{}").replaceAll(",", ", ").replaceAll(":", ": ");
  return [
    { title: "URL", text: address },
    {
      title: "curl",
      text: `curl --compressed -H ${shellHeader(isDemo)} -H 'Content-Type: application/json' \\\n  -d ${shellQuoted(body)} \\\n  ${shellQuoted(address)}`,
    },
    { title: "Python (requests)", text: postedPython(address, body, isDemo) },
    { title: "TypeScript", text: postedTypescript(address, body, isDemo) },
  ];
}

function postedPython(address: string, body: string, isDemo: boolean): string {
  return `${isDemo ? "" : "import os\n"}import pandas as pd
import requests

response = requests.post(
    ${quoted(address)},
    headers={"Authorization": ${pythonBearer(isDemo)}},
    json=${body},
    timeout=60,
)
response.raise_for_status()
answer = response.json()
data = pd.DataFrame(answer["values"], index=pd.to_datetime(answer["start_times"]))`;
}

function postedTypescript(address: string, body: string, isDemo: boolean): string {
  const bearer = isDemo ? quoted(`Bearer ${DEMO_KEY}`) : `\`Bearer \${process.env.${ENVIRONMENT}}\``;
  return `const response = await fetch(${quoted(address)}, {
  method: "POST",
  headers: { authorization: ${bearer}, "content-type": "application/json" },
  body: JSON.stringify(${body}),
});
if (!response.ok) throw new Error(await response.text());
const { start_times, values } = await response.json();`;
}

const LISTS = ["parameters", "horizon", "turbidity"];

function typescript({ path, query }: SeriesRequest, base: string, isDemo: boolean): string {
  const key = isDemo ? quoted(DEMO_KEY) : `process.env.${ENVIRONMENT}!`;
  const given = query.map(([name, value]) => `  ${/^\w+$/.test(name) ? name : quoted(name)}: ${literal(name, value)},`);
  return `import { createClient } from "irradiance-server/client";

const service = createClient({ url: ${quoted(base.replace(/\/$/, ""))}, key: ${key} });
const { start_times, values } = await service.get("/${path}", {
${given.join("\n")}
});`;
}

function literal(name: string, value: string): string {
  if (LISTS.includes(name) && !/^(all|flat|auto)$/.test(value)) {
    return JSON.stringify(value.split(",").map((item) => (/^\d/.test(item) ? Number(item) : item))).replaceAll(
      ",",
      ", ",
    );
  }
  return /^-?\d+(\.\d+)?$/.test(value) ? value : quoted(value);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
