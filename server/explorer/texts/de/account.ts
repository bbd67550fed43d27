/** Texte: account. */
import type { Texts } from "../texts.js";

export const account: Texts["account"] = {};
