/** Texte: status. */
import type { Texts } from "../texts.js";

export const status: Texts["status"] = {};
