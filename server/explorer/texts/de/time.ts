/** Texte: time. */
import type { Texts } from "../en/index.js";

export const time: Texts["time"] = {};
