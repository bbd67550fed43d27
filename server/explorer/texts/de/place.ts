/** Texte: place. */
import type { Texts } from "../texts.js";

export const place: Texts["place"] = {};
