/** Texte: roof. */
import type { Texts } from "../en/index.js";

export const roof: Texts["roof"] = {};
