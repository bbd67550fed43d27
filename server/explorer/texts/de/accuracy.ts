/** Texte: accuracy. */
import type { Texts } from "../texts.js";

export const accuracy: Texts["accuracy"] = {};
