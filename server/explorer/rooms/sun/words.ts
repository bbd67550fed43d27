/** What the room of the sun says: its texts come with it, in the language of the page. */
import type { LaterTexts } from "../../texts/said.js";
import { laterTexts } from "../../texts/texts.js";

const present = await laterTexts("sun");

export function words(): LaterTexts["sun"] {
  return present;
}
