/** What the room of the account says: its texts come with it, in the language of the page. */
import type { LaterTexts } from "../../texts/said.js";
import { laterTexts } from "../../texts/texts.js";

const present = await laterTexts("account");

export function words(): LaterTexts["account"] {
  return present;
}
