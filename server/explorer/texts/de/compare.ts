/** Texte: compare. */
import type { Texts } from "../en/index.js";

export const compare: Texts["compare"] = {};
