/** A verification as a picture: RMSE by lead time, one line a method. */
import { axes, legend } from "../report/scene/axes.js";
import { seriesPaint } from "../report/scene/palette.js";
import { sheet } from "../report/scene/print.js";
import { linearScale, placed, valueScale } from "../report/scene/scale.js";
import { type Area, bottomOf, polyline, rightOf } from "../report/scene/shape.js";
import { nameOf } from "./verification-table.js";
import type { Verification } from "./verify.js";

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
