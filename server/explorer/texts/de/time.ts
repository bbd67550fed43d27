/** Texte: time. */
import type { Texts } from "../texts.js";

export const time: Texts["time"] = {};
