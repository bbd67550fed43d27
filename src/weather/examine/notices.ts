/** Findings in words, as the readers' notices are. */
import type { Notice } from "../../contract/observation/types.js";
import type { Effect, Finding } from "./types.js";

/** Smaller changes of a year are not worth a word. */
const NOTABLE = 0.0005;

/** What was found, what that does to the year, and what to do. @experimental */
export function noticeOf({ code, message, effect, remedy }: Finding): Notice {
  const parts = [effectText(effect), remedy].filter((part) => part !== "");
  return { code, message: [message, ...parts].join("; ") };
}

/** What a finding does to the year, "" where that is nothing or unknown. @experimental */
export function effectText(effect: Effect | undefined): string {
  if (effect === undefined) return "";
  const { horizontal, planes = [] } = effect;
  const all = [
    { name: "on the horizontal", change: horizontal },
    ...planes.map(({ surfaceTilt, surfaceAzimuth, change }) => ({
      name: planeName(surfaceTilt, surfaceAzimuth),
      change,
    })),
  ];
  const changes = all.filter(({ change }) => Math.abs(change) >= NOTABLE);
  if (changes.length === 0) return "";
  return `over the year the light is ${changes.map(({ name, change }) => `${changeText(change)} ${name}`).join(", ")}`;
}

function changeText(change: number): string {
  const percent = 100 * Math.abs(change);
  return `${percent < 9.5 ? percent.toFixed(1) : percent.toFixed(0)} % too ${change > 0 ? "high" : "low"}`;
}

const WALLS: { readonly [azimuth: number]: string } = { 0: "north", 90: "east", 180: "south", 270: "west" };

function planeName(surfaceTilt: number, surfaceAzimuth: number): string {
  const wall = surfaceTilt === 90 ? WALLS[surfaceAzimuth] : undefined;
  if (wall !== undefined) return `on a wall to the ${wall}`;
  return `on a plane of tilt ${surfaceTilt}°, azimuth ${surfaceAzimuth}°`;
}
