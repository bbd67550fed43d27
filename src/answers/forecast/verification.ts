/** A verification as text, and as a picture: RMSE by lead time, one line a method. */
import { aligned, fixed } from "../../foundation/text/number.js";
import { axes, legend, linearScale, placed, valueScale } from "../report/scene/axes.js";
import { seriesPaint } from "../report/scene/palette.js";
import { type Area, bottomOf, polyline, rightOf, sheet } from "../report/scene/shape.js";
import type { ForecastErrors, Verification, VerifiedGroup } from "./verify.js";

/**
 * One table: a line for all rows, for each lead time and for each kind of sky. Of the first method its errors in W/m²; under every other
 * the skill over it; last what its quantiles are worth, if there are any.
 * @experimental
 */
export function formatVerification({ methods, rows, left, days, groups }: Verification): string {
  const [first, ...others] = methods;
  const hasSpread = groups.some(({ spread }) => spread !== null);
  const head = ["rows of", "n", "MBE", "MAE", "RMSE", ...others, ...(hasSpread ? SPREAD : [])];
  const lines = groups.map((group) => lineOf(group, hasSpread));
  const beside = others.length > 0 ? `; under the others: by how much its RMSE is below theirs (95 % limits)` : "";
  return `${rows} rows of ${days} days, on which all methods have a value${left > 0 ? `; ${left} left out` : ""}
errors of ${first}, W/m²${beside}

${aligned([head, ...lines]).join("\n")}
`;
}

const SPREAD = ["p10–p90 holds", "width", "CRPS"] as const;

function lineOf(group: VerifiedGroup, hasSpread: boolean): string[] {
  const [own, ...others] = group.errors;
  const errors = own ? [own.mbe, own.mae, own.rmse].map((value) => signed(value, 1)) : [];
  return [
    nameOf(group),
    String(group.rows),
    ...errors,
    ...others.map(skillText),
    ...(hasSpread ? spreadCells(group.spread) : []),
  ];
}

function spreadCells(spread: VerifiedGroup["spread"]): string[] {
  if (spread === null) return SPREAD.map(() => "");
  return [`${percent(spread.coverage)} %`, spread.width.toFixed(0), spread.crps.toFixed(1)];
}

/** "all", "1 h", "15 min", "overcast". */
export function nameOf({ lead, sky }: Pick<VerifiedGroup, "lead" | "sky">): string {
  if (lead === null) return sky ?? "all";
  return lead < 3600 ? `${lead / 60} min` : `${Number((lead / 3600).toFixed(2))} h`;
}

/** "12 % (9…16)" */
function skillText({ skill, limits }: ForecastErrors): string {
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

/**
 * @returns a complete SVG document
 * @throws RangeError for a verification of fewer than two lead times
 * @experimental
 */
export function verificationSvg({ methods, groups, rows, days }: Verification): string {
  const leads = groups.filter(({ lead }) => lead !== null);
  if (leads.length < 2) throw new RangeError("verificationSvg: a picture needs two lead times or more");
  const colours = methods.map((name, k) => ({ name, colour: seriesPaint(k) }));
  const names = legend(colours, 70, 68, WIDTH - 90);
  const area: Area = { left: 70, top: 60 + names.height, width: WIDTH - 95, height: 300 };
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
  return sheet(
    WIDTH,
    bottomOf(area) + 64,
    `RMSE of ${methods[0]} by lead time`,
    `${rows} rows of ${days} days`,
    axes(area, {
      x: named.map((group) => ({ at: x(group.lead!), label: nameOf(group) })),
      y: placed(ticks, y),
      xTitle: "lead time",
      yTitle: "W/m²",
    }),
    names.shape,
    ...lines,
  );
}
