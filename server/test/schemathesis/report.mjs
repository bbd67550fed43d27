// What a report of schemathesis says: cases, answers, and what was found.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** At most so many kinds of findings are shown, each by its first one. */
const SHOWN = 20;

/**
 * Counts a report of events, one JSON object a line.
 *
 * @param {string} file NDJSON as `--report ndjson` writes it
 * @returns {Promise<{ cases: number, answered: number, operations: Map<string, number>, errors: string[],
 *   undocumented: string[], failed: string[] }>} `answered`: cases with a status of 2xx; `operations`: how many of them each has;
 *   `errors`: answers of 500 and above; `undocumented`: answers that openapi.yaml does not have; `failed`: scenarios that
 *   could not be run
 */
export async function tally(file) {
  const found = { cases: 0, answered: 0, operations: new Map(), errors: [], undocumented: [], failed: [] };
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    const event = JSON.parse(line);
    if (event.ScenarioFinished) countScenario(found, event.ScenarioFinished);
    else if (event.NonFatalError || event.FatalError) found.failed.push(JSON.stringify(event).slice(0, 500));
  }
  return found;
}

function countScenario(found, { recorder: { label, interactions, checks } }) {
  const { operations } = found;
  operations.set(label, operations.get(label) ?? 0);
  for (const [id, { request, response }] of Object.entries(interactions ?? {})) {
    found.cases++;
    const what = `${request.method} ${request.uri.slice(0, 300)}`;
    if (!response) {
      found.errors.push(`${what}: no answer`);
      continue;
    }
    const status = response.status_code;
    // A method that the path does not have is counted as a case, not as an answer of the operation.
    if (status >= 200 && status < 300 && label.startsWith(`${request.method} `)) {
      found.answered++;
      operations.set(label, operations.get(label) + 1);
    }
    if (status >= 500) found.errors.push(`${what}: ${status}`);
    for (const check of checks?.[id] ?? []) {
      if (check.status !== "failure" || check.name === "not_a_server_error") continue;
      found.undocumented.push(`${what}: ${status}, ${check.name}: ${oneLine(check)}`);
    }
  }
}

function oneLine(check) {
  const { failure = check } = check.failure_info ?? check;
  return (failure.message ?? JSON.stringify(failure)).replaceAll(/\s+/g, " ").slice(0, 400);
}

/** @param {Awaited<ReturnType<typeof tally>>} found */
export function summaryLine({ cases, answered, operations, errors, undocumented }) {
  const silent = [...operations.values()].filter((count) => count === 0).length;
  return [
    `schemathesis: ${cases} cases`,
    `${((100 * answered) / Math.max(cases, 1)).toFixed(1)} % answered 2xx`,
    `${operations.size - silent} of ${operations.size} operations answered 2xx`,
    `${errors.length} server errors`,
    `${undocumented.length} undocumented answers`,
  ].join(", ");
}

/**
 * What was wanted, and the lines that say what of it is missing.
 *
 * @param {Awaited<ReturnType<typeof tally>>} found
 * @param {{ cases: number, answered: number }} wanted least count of cases, least share of 2xx
 * @returns {{ holds: boolean, missing: string[] }[]}
 */
function conditions({ cases, answered, operations, errors, undocumented, failed }, wanted) {
  return [
    { holds: cases >= wanted.cases, missing: [`${cases} cases are fewer than ${wanted.cases}`] },
    {
      holds: answered >= wanted.answered * cases,
      missing: [`fewer than ${100 * wanted.answered} % were answered 2xx`],
    },
    { holds: operations.size > 0, missing: ["no operation was tried"] },
    ...[...operations].map(([label, count]) => ({ holds: count > 0, missing: [`never answered 2xx: ${label}`] })),
    ...[failed, errors, undocumented].map((findings) => ({ holds: findings.length === 0, missing: kinds(findings) })),
  ];
}

/** One finding of each kind: those that differ in their query alone are of one. */
function kinds(findings) {
  const byKind = new Map(findings.map((finding) => [finding.replace(/\?\S*/, ""), finding]));
  return [...byKind.values()].slice(0, SHOWN);
}

/** What is missing, one line each; none when all is as wanted. */
export function shortfalls(found, wanted) {
  return conditions(found, wanted).flatMap(({ holds, missing }) => (holds ? [] : missing));
}

/** The closing line of a judge: an operation that was answered 2xx counts, and so does every other condition that holds. */
export function closingLine(found, wanted) {
  const all = conditions(found, wanted);
  const passed = all.filter(({ holds }) => holds).length;
  return `${passed} passed, ${all.length - passed} failed`;
}
