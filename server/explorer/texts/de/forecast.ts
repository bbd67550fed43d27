/** Texte: forecast. */
import type { Texts } from "../texts.js";

export const forecast: Texts["forecast"] = {};
