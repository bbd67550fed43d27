/** Texte: status. */
import type { Texts } from "../en/index.js";

export const status: Texts["status"] = {};
