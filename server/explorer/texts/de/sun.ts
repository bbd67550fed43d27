/** Texte: sun. */
import type { Texts } from "../en/index.js";

export const sun: Texts["sun"] = {};
