/** Texte: data. */
import type { Texts } from "../texts.js";

export const data: Texts["data"] = {};
