/** The units of monthly irradiation that a file may be in. */
export const UNITS = ["W/m2", "kWh/m2/month", "kWh/m2/day", "Wh/m2/day", "MJ/m2/month", "MJ/m2/day"] as const;
export type Unit = (typeof UNITS)[number];
