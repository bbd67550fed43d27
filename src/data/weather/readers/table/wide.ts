/** A table whose times stand side by side, with a row for each meter, as Home Assistant's energy panel writes it. */
import { splitLine } from "../../../../foundation/text/split-line.js";
import { openText, type WeatherText } from "../text.js";
import { parseDateTime } from "./dates.js";

/** Fewer times in a header may be those of a period. */
const FEWEST = 3;

/** With a row for each time; a text of any other table is returned as it is. Line numbers are then those of the times. */
export async function uprightText(text: WeatherText, file: string | undefined): Promise<WeatherText> {
  const header = text.head.split("\n", 1)[0]!.split(",");
  const from = header.findIndex(isStamp);
  if (from < 1 || header.length - from < FEWEST || !header.slice(from).every(isStamp)) return text;
  let all = "";
  for await (const block of text.blocks) all += block;
  await text.close();
  const [times, ...meters] = all.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [splitLine(line, ",")]));
  const names = meters.map((cells) => cells.slice(0, from).join(" ").replaceAll(",", " "));
  const rows = times!.slice(from).map((time, k) => [time, ...meters.map((cells) => cells[from + k] ?? "")].join(","));
  return openText([["time", ...names].join(","), ...rows, ""].join("\n"), file);
}

function isStamp(cell: string): boolean {
  return /\d[T ]\d/.test(cell) && parseDateTime(cell.trim()) !== undefined;
}
