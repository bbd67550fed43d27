/** A horizon line in runs, as addresses have it: "0*55,40*191,0*114" is short where a wall or flat land goes on. */

const WHOLE_CIRCLE = 360;
const LINE = /^\d/;

/** "flat" and "auto" stay as they are. */
export function inRuns(horizon: string): string {
  if (!LINE.test(horizon)) return horizon;
  const runs: [height: string, count: number][] = [];
  for (const height of horizon.split(",")) {
    const last = runs.at(-1);
    if (last?.[0] === height) last[1]++;
    else runs.push([height, 1]);
  }
  return runs.map(([height, count]) => (count === 1 ? height : `${height}*${count}`)).join(",");
}

/** Back to 360 heights; what is no such line comes back as another text that is none. */
export function outOfRuns(text: string): string {
  if (!LINE.test(text)) return text;
  const heights = text.split(",").flatMap((run) => {
    const [height = "", count = "1"] = run.split("*");
    return new Array<string>(Math.min(WHOLE_CIRCLE + 1, Math.max(0, Math.trunc(Number(count)) || 0))).fill(height);
  });
  return heights.slice(0, WHOLE_CIRCLE + 1).join(",");
}
