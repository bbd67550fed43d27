/** The lines that give many years elsewhere: a loop over the requests that the page itself sends. */
import type { Part, Plan } from "../rooms/data/plan.js";
import {
  addressOf,
  type Caller,
  csvAddress,
  curl,
  type Line,
  powerQuery,
  pythonHead,
  quoted,
  shellHeader,
  typescript,
  typescriptHead,
  typescriptQuery,
} from "./caller.js";
import { pandas, readCsv } from "./lines.js";
import type { Asked } from "./request.js";

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
        python(yearLoop(plan, caller), caller),
        typescriptLoop(plan, caller),
      ]
    : plan.whole
      ? wholeLines(plan.whole, caller)
      : [address, python(spanLoop(plan, caller), caller)];
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
  const address = csvAddress(withValues(requestOf(plan), { year: FIRST }), caller).replace(FIRST, `[${first}-${last}]`);
  return `curl --compressed --fail -o 'irradiance_#1.csv' -H ${shellHeader(caller)} '${address}'`;
}

function python(loop: string, caller: Caller): Line {
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
  const address = csvAddress(withValues(requestOf(plan), { year: FIRST }), caller).replace(FIRST, "{year}");
  return `    ${readCsv(`f${quoted(address)}`, caller, "    ")}
    for year in range(${first}, ${Number(last) + 1})`;
}

/** How long the parts are: by the length of their labels, as pandas calls it. */
const STEPS: { readonly [length: number]: string } = { 4: "YS", 7: "MS", 10: "D" };

function spanLoop(plan: Plan, caller: Caller): string {
  const start = partOfQuery(plan.parts[0] as Part, "start");
  const end = partOfQuery(plan.parts.at(-1) as Part, "end");
  const step = STEPS[Math.max(...plan.parts.map(({ label }) => label.length))];
  const address = csvAddress(withValues(requestOf(plan), { start: FIRST, end: END }), caller)
    .replace(FIRST, "{start:%Y-%m-%dT00:00Z}")
    .replace(END, "{end:%Y-%m-%dT00:00Z}");
  const starts = `pd.date_range(${quoted(start.slice(0, 10))}, ${quoted(end.slice(0, 10))}, freq=${quoted(step as string)}, inclusive="left")`;
  return `    ${readCsv(`f${quoted(address)}`, caller, "    ")}
    for starts in [${starts}]
    for start, end in zip(starts, [*starts[1:], pd.Timestamp(${quoted(end.slice(0, 10))})])`;
}

function typescriptLoop(plan: Plan, caller: Caller): Line {
  const [first, last] = ends(plan);
  const query = typescriptQuery(requestOf(plan).query, { year: "year" }).replaceAll("\n", "\n  ");
  const text = `${typescriptHead(caller)}
const years: string[] = [];
for (let year = ${first}; year <= ${last}; year++) {
  years.push(await service.csv("/${plan.path}", ${query}));
}`;
  return { title: "TypeScript", text };
}

function requestOf({ parts }: Plan): Asked {
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
