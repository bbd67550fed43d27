/** Texte: roof. */
import type { Texts } from "../texts.js";

export const roof: Texts["roof"] = {};
