/** Texte: series. */
import type { Texts } from "../texts.js";

export const series: Texts["series"] = {};
