/** Texte: chart. */
import type { Texts } from "../en/index.js";

export const chart: Texts["chart"] = {};
