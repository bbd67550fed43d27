/** Texte: accuracy. */
import type { Texts } from "../en/index.js";

export const accuracy: Texts["accuracy"] = {};
