/** The lines that give a yield elsewhere. */
import {
  addressOf,
  type Caller,
  curl,
  type Line,
  postedLines,
  powerQuery,
  pythonBearer,
  pythonHead,
  quoted,
  typescript,
} from "./caller.js";
import type { Asked } from "./request.js";

const ENERGY = 'print(answer["annual"]["energy"], "kWh a year")';

/** @param request to `yield`: its body is a system */
export function yieldLines(request: Asked, caller: Caller): readonly Line[] {
  if (request.body !== undefined)
    return postedLines(request, caller, { imports: "", data: ENERGY, names: "annual, months" });
  return [
    { title: "URL", text: addressOf(request, caller) },
    { title: "curl", text: curl(request, caller) },
    { title: "curl (CSV file)", text: curl(request, caller, "yield.csv") },
    { title: "Python (requests)", text: python(request, caller) },
    { title: "TypeScript", text: typescript(request, caller, "annual, months") },
    { title: "Excel (Power Query)", text: powerQuery(request, caller) },
  ];
}

function python({ path, query }: Asked, caller: Caller): string {
  const given = query.map(([name, value]) => `        ${quoted(name)}: ${isNumber(value) ? value : quoted(value)},`);
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

function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}
