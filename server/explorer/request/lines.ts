/** The lines that give a series, many years or a yield elsewhere. The user's key is never in them. */
import type { Part, Plan } from "../rooms/data/plan.js";
import { askedParameters, endpointOf, isPosted, type State } from "../state/state.js";
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
  shellHeader,
  typescript,
  typescriptHead,
  typescriptQuery,
} from "./caller.js";
import { type Asked, extended, requestOf, serviceTime } from "./request.js";

/** pvlib's functions; it has none for the other endpoints and steps, for trackers and for further parameters. */
const PVLIB: { readonly [path: string]: string } = {
  "observation/realtime": "observation_realtime",
  "observation/training": "observation_training",
  "forecast/basic": "forecast_basic",
  "forecast/precision": "forecast_precision",
  "climate/tmy": "tmy",
};
const PVLIB_STEPS: { readonly [frequency: string]: string } = {
  "1_minute": "1min",
  "15_minutes": "15min",
  "1_hour": "1h",
};

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
  return endpoint in PVLIB && frequency in PVLIB_STEPS && tracking_mode === "none" && more === "" && isOfUtc;
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
    frequencies.length > 1 && `time_step=${quoted(PVLIB_STEPS[state.frequency] as string)}`,
    `horizon=${/^\d/.test(horizon) ? `[${horizon.replaceAll(",", ", ")}]` : quoted(horizon)}`,
    `api_key=${pythonKey(caller)}, url=${quoted(caller.base)}`,
  ].filter((part) => part !== false);
  return `${pythonHead(caller)}import pvlib

data, meta = pvlib.iotools.get_meteonorm_${PVLIB[state.endpoint]}(
    ${given.join(",\n    ")},
)`;
}

function pandas(address: string, caller: Caller): string {
  return `${pythonHead(caller)}import pandas as pd

data = ${readCsv(quoted(address), caller, "")}
data.index = pd.to_datetime(data.index, utc=True)`;
}

/**
 * Times stay texts: clocks with daylight saving have two offsets, which pandas reads in UTC alone.
 *
 * @param address as Python writes it
 */
function readCsv(address: string, caller: Caller, indent: string): string {
  const lines = [
    `${address},`,
    `storage_options={"Authorization": ${pythonBearer(caller)}},`,
    'index_col="start_time",',
  ];
  return `pd.read_csv(\n${lines.map((line) => `${indent}    ${line}\n`).join("")}${indent})`;
}

/** Stand in for what differs from part to part. */
const FIRST = "FIRST_OF_THE_LOOP";
const END = "END_OF_THE_LOOP";

/** @param plan with at least one part */
export function yearLines(plan: Plan, caller: Caller): readonly Line[] {
  const first = plan.parts[0] as Part;
  const address: Line = { title: "URL", text: addressOf(first.request, caller) };
  return plan.path === "climate/amy"
    ? [
        address,
        { title: "curl", text: yearCurl(plan, caller) },
        yearPython(yearLoop(plan, caller), caller),
        typescriptLoop(plan, caller),
      ]
    : plan.whole
      ? wholeLines(plan.whole, caller)
      : [address, yearPython(spanLoop(plan, caller), caller)];
}

/** All years fit into one answer. */
function wholeLines(request: Asked, caller: Caller): readonly Line[] {
  return [
    { title: "URL", text: addressOf(request, caller) },
    { title: "curl", text: curl(request, caller, "irradiance.csv") },
    { title: "Python (pandas)", text: pandas(csvAddress(request, caller), caller) },
    { title: "TypeScript", text: typescript(request, caller, "start_times, values") },
    { title: "Excel (Power Query)", text: powerQuery(request, caller) },
  ];
}

/** curl counts the years itself, in any shell. */
function yearCurl(plan: Plan, caller: Caller): string {
  const [first, last] = ends(plan);
  const address = csvAddress(withValues(firstRequest(plan), { year: FIRST }), caller).replace(
    FIRST,
    `[${first}-${last}]`,
  );
  return `curl --compressed --fail -o 'irradiance_#1.csv' -H ${shellHeader(caller)} '${address}'`;
}

function yearPython(loop: string, caller: Caller): Line {
  const text = `${pythonHead(caller)}import pandas as pd

data = pd.concat(
${loop}
)
data.index = pd.to_datetime(data.index, utc=True)
data.to_csv("irradiance.csv")`;
  return { title: "Python (pandas)", text };
}

function yearLoop(plan: Plan, caller: Caller): string {
  const [first, last] = ends(plan);
  const address = csvAddress(withValues(firstRequest(plan), { year: FIRST }), caller).replace(FIRST, "{year}");
  return `    ${readCsv(`f${quoted(address)}`, caller, "    ")}
    for year in range(${first}, ${Number(last) + 1})`;
}

/** How long the parts are: by the length of their labels, as pandas calls it. */
const STEPS: { readonly [length: number]: string } = { 4: "YS", 7: "MS", 10: "D" };

function spanLoop(plan: Plan, caller: Caller): string {
  const start = partOfQuery(plan.parts[0] as Part, "start");
  const end = partOfQuery(plan.parts.at(-1) as Part, "end");
  const step = STEPS[Math.max(...plan.parts.map(({ label }) => label.length))];
  const address = csvAddress(withValues(firstRequest(plan), { start: FIRST, end: END }), caller)
    .replace(FIRST, "{start:%Y-%m-%dT00:00Z}")
    .replace(END, "{end:%Y-%m-%dT00:00Z}");
  const starts = `pd.date_range(${quoted(start.slice(0, 10))}, ${quoted(end.slice(0, 10))}, freq=${quoted(step as string)}, inclusive="left")`;
  return `    ${readCsv(`f${quoted(address)}`, caller, "    ")}
    for starts in [${starts}]
    for start, end in zip(starts, [*starts[1:], pd.Timestamp(${quoted(end.slice(0, 10))})])`;
}

function typescriptLoop(plan: Plan, caller: Caller): Line {
  const [first, last] = ends(plan);
  const query = typescriptQuery(firstRequest(plan).query, { year: "year" }).replaceAll("\n", "\n  ");
  const text = `${typescriptHead(caller)}
const years: string[] = [];
for (let year = ${first}; year <= ${last}; year++) {
  years.push(await service.csv("/${plan.path}", ${query}));
}`;
  return { title: "TypeScript", text };
}

function firstRequest({ parts }: Plan): Asked {
  return (parts[0] as Part).request;
}

function ends({ parts }: Plan): [first: string, last: string] {
  return [(parts[0] as Part).label, (parts.at(-1) as Part).label];
}

function withValues(request: Asked, values: { readonly [name: string]: string }): Asked {
  return { ...request, query: request.query.map(([name, value]) => [name, values[name] ?? value]) };
}

function partOfQuery({ request }: Part, name: string): string {
  return request.query.find(([one]) => one === name)?.[1] ?? "";
}

const ENERGY = 'print(answer["annual"]["energy"], "kWh a year")';

/** @param request to `yield`: its body is a system */
export function yieldLines(request: Asked, caller: Caller): readonly Line[] {
  if (request.body !== undefined)
    return postedLines(request, caller, { imports: "", data: ENERGY, names: "annual, months" });
  return [
    { title: "URL", text: addressOf(request, caller) },
    { title: "curl", text: curl(request, caller) },
    { title: "curl (CSV file)", text: curl(request, caller, "yield.csv") },
    { title: "Python (requests)", text: yieldPython(request, caller) },
    { title: "TypeScript", text: typescript(request, caller, "annual, months") },
    { title: "Excel (Power Query)", text: powerQuery(request, caller) },
  ];
}

function yieldPython({ path, query }: Asked, caller: Caller): string {
  const given = query.map(
    ([name, value]) => `        ${quoted(name)}: ${/^-?\d+(\.\d+)?$/.test(value) ? value : quoted(value)},`,
  );
  return `${pythonHead(caller)}import requests

response = requests.get(
    ${quoted(caller.base + path)},
    params={
${given.join("\n")}
    },
    headers={"Authorization": ${pythonBearer(caller)}},
    timeout=60,
)
response.raise_for_status()
answer = response.json()
${ENERGY}`;
}
