/** Texte: chart. */
import type { Texts } from "../texts.js";

export const chart: Texts["chart"] = {};
