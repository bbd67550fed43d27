/** Texte: forecast. */
import type { Texts } from "../en/index.js";

export const forecast: Texts["forecast"] = {};
