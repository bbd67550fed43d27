/** Texte: sun. */
import type { Texts } from "../texts.js";

export const sun: Texts["sun"] = {};
