/** A verification as text, and as a picture: RMSE by lead time, and the reliability of quantiles. */
import { aligned, fixed } from "../../foundation/text/number.js";
import { axes, type LegendEntry, labelled, legend, linearScale, placed, valueScale } from "../report/scene/axes.js";
import { SOFT, seriesPaint } from "../report/scene/palette.js";
import { type Area, bottomOf, group, line, polyline, rightOf, type Shape, sheet } from "../report/scene/shape.js";
import type { ForecastErrors, Verification, VerifiedGroup, VerifiedOf } from "./verify.js";

/**
 * One table: a line for all rows, for each lead time and for each kind of sky. Of the first method its errors; under every other the skill
 * over it; last what its quantiles are worth, if there are any: under an ensemble by how much their CRPS is below that one's.
 * @experimental
 */
export function formatVerification(verification: Verification): string {
  const { methods, rows, left, days, groups, probabilities, capacity, unit } = verification;
  const [first, ...others] = methods;
  const spread = groups.find((group) => group.spread !== null)?.spread;
  const ensembles = Object.keys(spread?.skills ?? {});
  const head = ["rows of", "n", "MBE", "MAE", "RMSE", ...others, ...(spread ? [...SPREAD, ...ensembles] : [])];
  const lines = groups.map((group) => lineOf(group, capacity));
  const beside = others.length > 0 ? `; under the others: by how much its RMSE is below theirs (95 % limits)` : "";
  const crps = spread ? `\nCRPS: twice the mean pinball loss of ${probabilities!.length} quantiles` : "";
  const skill = ensembles.length > 0 ? `; under ${ensembles.join(" and ")}: by how much it is below theirs` : "";
  return `${rows} rows of ${days} days, on which all methods have a value${left > 0 ? `; ${left} left out` : ""}
errors of ${first}, ${capacity === null ? unit : "% of the capacity"}${beside}${crps}${skill}

${aligned([head, ...lines]).join("\n")}
`;
}

const SPREAD = ["p10–p90 holds", "width", "CRPS"] as const;

function lineOf(group: VerifiedGroup, capacity: number | null): string[] {
  const [own, ...others] = group.errors;
  const [factor, digits] = capacity === null ? [1, 1] : [100 / capacity, 2];
  const errors = own ? [own.mbe, own.mae, own.rmse].map((value) => signed(value * factor, digits)) : [];
  return [
    nameOf(group),
    String(group.rows),
    ...errors,
    ...others.map(skillText),
    ...spreadCells(group, factor, digits),
  ];
}

function spreadCells({ spread }: VerifiedGroup, factor: number, digits: number): string[] {
  if (spread === null) return [];
  const { coverage, width, crps, skills } = spread;
  const scores = [(width * factor).toFixed(digits - 1), (crps * factor).toFixed(digits)];
  const over = Object.values(skills).map((one) => skillText({ skill: one?.skill ?? null, limits: null }));
  return [`${percent(coverage)} %`, ...scores, ...over];
}

/** "all", "1 h", "15 min", "overcast", "forecast clear". */
export function nameOf({ lead, sky, forecastSky }: VerifiedOf): string {
  if (forecastSky !== null) return `forecast ${forecastSky}`;
  if (lead === null) return sky ?? "all";
  return lead < 3600 ? `${lead / 60} min` : `${Number((lead / 3600).toFixed(2))} h`;
}

/** "12 % (9…16)" */
function skillText({ skill, limits }: Pick<ForecastErrors, "skill" | "limits">): string {
  if (skill === null || !isTelling(skill)) return "—";
  const between = limits?.every(isTelling) ? ` (${limits.map(percent).join("…")})` : "";
  return `${percent(skill)} %${between}`;
}

/** Beside a forecast without errors, or next to none, a skill is minus infinity or a number that says nothing. */
function isTelling(skill: number): boolean {
  return skill > LEAST_SKILL;
}

/** An error a hundred times that of the reference. */
const LEAST_SKILL = -99;

function percent(share: number): string {
  return signed(100 * share, 0);
}

/** No hyphen for a minus. */
function signed(value: number, digits: number): string {
  return fixed(value, digits).replace("-", "−");
}

const WIDTH = 820;
const HEIGHT = 300;

/**
 * RMSE by lead time, one line a method; with quantiles below it their reliability: the share of what came that was not above each, over all
 * rows and by the sky that was forecast. A reliable forecast lies on the thin line.
 * @returns a complete SVG document
 * @throws RangeError for a verification of fewer than two lead times and without quantiles
 * @experimental
 */
export function verificationSvg(verification: Verification): string {
  const { methods, rows, days } = verification;
  const charts = [errorsByLead, reliability].flatMap((chart) => chart(verification) ?? []);
  if (charts.length === 0)
    throw new RangeError("verificationSvg: a picture needs two lead times or more, or quantiles");
  let top = 60;
  const shapes = charts.map((chart) => {
    const { shape, bottom } = chart(top);
    top = bottom + 60;
    return shape;
  });
  const [first] = methods;
  const title = isByLead(verification) ? `RMSE of ${first} by lead time` : `Reliability of ${first}`;
  return sheet(WIDTH, top + 4, title, `${rows} rows of ${days} days`, ...shapes);
}

/** Draws below a height. */
type Chart = (top: number) => { readonly shape: Shape; readonly bottom: number };

function isByLead({ groups }: Verification): boolean {
  return groups.filter(({ lead }) => lead !== null).length > 1;
}

function chartArea(entries: readonly LegendEntry[], top: number) {
  const names = legend(entries, 70, top + 8, WIDTH - 90);
  const area: Area = { left: 70, top: top + names.height, width: WIDTH - 95, height: HEIGHT };
  return { names: names.shape, area };
}

function errorsByLead({ methods, groups, unit }: Verification): Chart | undefined {
  const leads = groups.filter(({ lead }) => lead !== null);
  if (leads.length < 2) return undefined;
  return (top) => {
    const colours = methods.map((name, k) => ({ name, colour: seriesPaint(k) }));
    const { names, area } = chartArea(colours, top);
    const times = leads.map(({ lead }) => lead!);
    const x = linearScale(Math.min(...times), Math.max(...times), area.left, rightOf(area));
    const { to, ticks } = valueScale([0, Math.max(...leads.flatMap(({ errors }) => errors.map(({ rmse }) => rmse)))]);
    const y = linearScale(0, to, bottomOf(area), area.top);
    const lines = colours.map(({ colour }, k) =>
      polyline(
        leads.map(({ lead, errors }) => [x(lead!), y(errors[k]!.rmse)]),
        { stroke: colour, "stroke-width": k === 0 ? 3 : 1.5 },
      ),
    );
    // At most a dozen labels fit.
    const every = Math.ceil(leads.length / 12);
    const named = leads.filter((_, k) => k % every === 0);
    const frame = axes(area, {
      x: named.map((of) => ({ at: x(of.lead!), label: nameOf(of) })),
      y: placed(ticks, y),
      xTitle: "lead time",
      yTitle: unit,
    });
    return { shape: group("errors", frame, names, ...lines), bottom: bottomOf(area) };
  };
}

function reliability({ groups, probabilities }: Verification): Chart | undefined {
  const own = groups.filter(({ lead, sky, spread }) => lead === null && sky === null && spread !== null);
  if (own.length === 0) return undefined;
  return (top) => {
    const colours = own.map((of, k) => ({ name: nameOf(of), colour: seriesPaint(k) }));
    const { names, area } = chartArea(colours, top);
    const x = linearScale(0, 100, area.left, rightOf(area));
    const y = linearScale(0, 100, bottomOf(area), area.top);
    const lines = own.map(({ spread }, k) =>
      polyline(
        probabilities!.map((p, q) => [x(100 * p), y(100 * spread!.below[q]!)]),
        { stroke: colours[k]!.colour, "stroke-width": k === 0 ? 3 : 1.5 },
      ),
    );
    const ticks = labelled([0, 20, 40, 60, 80, 100]);
    const frame = axes(area, {
      x: placed(ticks, x),
      y: placed(ticks, y),
      xTitle: "quantile, %",
      yTitle: "came below, %",
    });
    const even = line(x(0), y(0), x(100), y(100), { stroke: SOFT, "stroke-width": 1 });
    return { shape: group("reliability", frame, even, names, ...lines), bottom: bottomOf(area) };
  };
}
