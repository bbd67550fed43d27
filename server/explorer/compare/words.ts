/** What a comparison says: its texts come with it, in the language of the page. */
import type { LaterTexts } from "../texts/said.js";
import { laterTexts } from "../texts/texts.js";

const present = await laterTexts("compare");

export function words(): LaterTexts["compare"] {
  return present;
}
