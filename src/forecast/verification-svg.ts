/** A verification as a picture: RMSE by lead time, one line a method. */
import {
  type Area,
  axes,
  COLOURS,
  element,
  label,
  legend,
  linearScale,
  picture,
  points,
  roundTicks,
} from "../report/svg.js";
import { nameOf } from "./verification-table.js";
import type { Verification } from "./verify.js";

const WIDTH = 820;

/**
 * @returns a complete SVG document
 * @throws RangeError for a verification of fewer than two lead times
 */
export function verificationSvg({ methods, groups, rows, days }: Verification): string {
  const leads = groups.filter(({ lead }) => lead !== null);
  if (leads.length < 2) throw new RangeError("verificationSvg: a picture needs two lead times or more");
  const colours = methods.map((name, k) => ({ name, colour: COLOURS[k % COLOURS.length]! }));
  const names = legend(colours, 70, 68, WIDTH - 90);
  const area: Area = { left: 70, top: 60 + names.height, width: WIDTH - 95, height: 300 };
  const bottom = area.top + area.height;
  const times = leads.map(({ lead }) => lead!);
  const x = linearScale(Math.min(...times), Math.max(...times), area.left, area.left + area.width);
  const ticks = roundTicks(0, Math.max(...leads.flatMap(({ errors }) => errors.map(({ rmse }) => rmse))), 6);
  const y = linearScale(0, ticks.at(-1)!, bottom, area.top);
  const lines = colours.map(({ colour }, k) =>
    element("polyline", {
      points: points(leads.map(({ lead, errors }) => [x(lead!), y(errors[k]!.rmse)])),
      fill: "none",
      stroke: colour,
      "stroke-width": k === 0 ? 3 : 1.5,
    }),
  );
  // At most a dozen labels fit.
  const every = Math.ceil(leads.length / 12);
  const told = leads.filter((_, k) => k % every === 0);
  return picture(
    WIDTH,
    bottom + 64,
    `RMSE of ${methods[0]} by lead time`,
    `${rows} rows of ${days} days`,
    axes(
      area,
      told.map((group) => ({ at: x(group.lead!), label: nameOf(group) })),
      ticks.map((value) => ({ at: y(value), label: label(value) })),
      { x: "lead time", y: "W/m²" },
    ),
    names.markup,
    ...lines,
  );
}
