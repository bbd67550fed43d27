/** What the room says: its texts come with it, in the language of the page. */
import type { LaterTexts } from "../../texts/said.js";
import { laterTexts } from "../../texts/texts.js";

const present = await laterTexts("meter");

export function words(): LaterTexts["meter"] {
  return present;
}
