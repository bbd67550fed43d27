/** Texte: report. */
import type { Texts } from "../en/index.js";

export const report: Texts["report"] = {};
