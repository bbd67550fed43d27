/** Texte: series. */
import type { Texts } from "../en/index.js";

export const series: Texts["series"] = {};
