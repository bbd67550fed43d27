/** What the plan says: its texts come with it, in the language of the page. */
import type { LaterTexts } from "../../../texts/said.js";
import { laterTexts } from "../../../texts/texts.js";

const present = await laterTexts("plan");

export function words(): LaterTexts["plan"] {
  return present;
}
