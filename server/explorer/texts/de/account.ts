/** Texte: account. */
import type { Texts } from "../en/index.js";

export const account: Texts["account"] = {};
