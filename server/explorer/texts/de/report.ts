/** Texte: report. */
import type { Texts } from "../texts.js";

export const report: Texts["report"] = {};
