/** Texte: data. */
import type { Texts } from "../en/index.js";

export const data: Texts["data"] = {};
