/** How long a thread is busy with the yield or the forecast of a system, before anything is computed. */
import type { PvSystem } from "irradiance-engine/system";
import { HttpError } from "./errors.js";

/*
 * The unit is a year of a plane: it takes 0.1 s of a thread, and 11 MB until the answer is written. Measured beside it: the map of shade of a
 * plane 0.5 s, and 1 s more for 1,000 faces, or five where they let more light pass in some months; a yield without one obstacle as long as
 * the yield, and a third of the map; a house as long as the yield; 50 sizes of its battery as long as a plane.
 */
const [MAP, FACES, MONTHLY, LESS, SIZES] = [5, 100, 5, 1 / 3, 50];

/** For the demo key: ten years of a roof with two sides. */
const MOST_YEARS = { own: 100, demo: 20 } as const;

interface Asked {
  readonly system: PvSystem;
  /** Of weather; 0: a forecast, whose rows count elsewhere. */
  readonly years: number;
  readonly obstacles?: boolean | undefined;
}

/** @throws HttpError 400 for more than a thread should be busy with */
export function checkWork(asked: Asked, isDemo: boolean): void {
  const most = isDemo ? MOST_YEARS.demo : MOST_YEARS.own;
  const { system, years } = asked;
  const planes = system.planes.length;
  const work = workOf(asked);
  if (work <= most) return;
  const of = isDemo ? " with the demo key" : "";
  if (system.scene === undefined && system.house === undefined) refusePlaneYears(planes, years, most, of);
  const takes = [
    planesOf(planes),
    ...(years > 1 ? [`${years} years`] : []),
    ...(system.house === undefined ? [] : ["a house"]),
    ...(system.scene === undefined ? [] : ["the shade of a scene"]),
    ...(asked.obstacles ? [`each of its obstacles left out (${system.scene!.obstacles.length})`] : []),
  ];
  const fewer = [
    ...(asked.obstacles ? ["leave out obstacles=true"] : []),
    ...(years > 1 ? ["ask for fewer years"] : []),
    ...(system.scene === undefined ? [] : ["describe fewer planes, and obstacles with fewer faces"]),
    ...(system.house?.batterySizes === undefined ? [] : ["compare fewer sizes"]),
  ];
  throw new HttpError(
    "answer_too_large",
    `one answer${of} may take as long as ${most} years of a plane, and this one would take ${Math.ceil(work)}: it has ${takes.join(", ")}; ` +
      `${fewer.join(", or ") || "describe planes of one direction as one"}`,
    { parameter: asked.obstacles ? "obstacles" : years > 1 ? "end_year" : "system" },
  );
}

function planesOf(count: number): string {
  return count === 1 ? "one plane" : `${count} planes`;
}

function refusePlaneYears(planes: number, years: number, most: number, of: string): never {
  const [what, way] =
    planes > most
      ? [`${most} planes in one answer${of}, got ${planes}`, "describe planes of one direction as one"]
      : [
          `${Math.floor(most / planes)} years of ${planesOf(planes)} in one answer${of}, got ${years}`,
          "ask for fewer years, or describe planes of one direction as one",
        ];
  throw new HttpError("answer_too_large", `at most ${what}: ${way}`, {
    parameter: planes > most ? "system" : "end_year",
  });
}

function workOf({ system: { planes, scene, house }, years, obstacles }: Asked): number {
  const map = scene === undefined ? 0 : mapWork(scene);
  const own = planes.length * (years * (house === undefined || years === 0 ? 1 : 2) + map);
  const sizes = (years * (house?.batterySizes?.length ?? 0)) / SIZES;
  // Each one, and all of them.
  const runs = obstacles ? scene!.obstacles.length + 1 : 0;
  return own + sizes + runs * planes.length * (years + map * LESS);
}

function mapWork({ obstacles }: NonNullable<PvSystem["scene"]>): number {
  const isMonthly = obstacles.some((one) => "transmittance" in one && typeof one.transmittance === "object");
  const faces = obstacles.reduce((sum, obstacle) => sum + facesOf(obstacle), 0);
  return MAP + (faces / FACES) * (isMonthly ? MONTHLY : 1);
}

function facesOf(obstacle: NonNullable<PvSystem["scene"]>["obstacles"][number]): number {
  if (obstacle.kind === "mesh") return obstacle.triangles.length / 3;
  if (obstacle.kind === "prism") return 3 * obstacle.outline.length;
  return obstacle.kind === "surface" ? obstacle.corners.length : 12;
}
