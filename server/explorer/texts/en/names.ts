import type { LaterTexts } from "../said.js";

/** Towns and regions whose name GeoNames writes otherwise: its name, then this language's. */
export const names: LaterTexts["names"] = {
  towns: {},
  regions: {
    "Baden-Wurttemberg": "Baden-Württemberg",
    "State of Berlin": "Berlin",
  },
};
