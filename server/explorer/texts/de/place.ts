/** Texte: place. */
import type { Texts } from "../en/index.js";

export const place: Texts["place"] = {};
