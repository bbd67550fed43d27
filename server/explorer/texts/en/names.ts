/** Towns and regions whose name GeoNames writes otherwise: its name, then this language's. */
export const towns: Readonly<Record<string, string>> = {};

export const regions: Readonly<Record<string, string>> = {
  "Baden-Wurttemberg": "Baden-Württemberg",
  "State of Berlin": "Berlin",
};
