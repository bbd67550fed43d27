/** What the room of data and code says: its texts come with it, in the language of the page. */
import type { LaterTexts } from "../../texts/said.js";
import { laterTexts } from "../../texts/texts.js";

const present = await laterTexts("data");

export function words(): LaterTexts["data"] {
  return present;
}
