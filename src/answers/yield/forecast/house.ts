/** What a house leaves of tomorrow's power, and what it needs beside it: the rule of own use on the rows of a forecast. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { CheckedSystem } from "../../../data/system/checked.js";
import type { PowerSteps } from "../../../data/system/own-use.js";
import { ownUseOf } from "../../own-use/own-use.js";

export type HouseColumns = { readonly [name in "load" | "imported" | "exported" | "stored"]: Float64Array };

/**
 * @param power before a limit of feed-in, W @param timeZone of the forecast, where the house names none
 * @returns rows as those of the power; undefined without a house
 */
export function houseColumns(
  { house, battery, exportLimit }: CheckedSystem,
  power: PowerSteps & { readonly timeZone: number },
  timeZone: string,
): { readonly columns: HouseColumns; readonly notices: readonly Notice[] } | undefined {
  if (house === undefined) return undefined;
  const { columns, notices } = ownUseOf(
    power,
    {
      ...{ load: house.load, battery, timeZone: house.timeZone ?? timeZone },
      feedInLimit: exportLimit === undefined ? undefined : 1000 * exportLimit,
    },
    "forecastPower: system.house.",
  );
  const { load, imported, exported, stored } = columns;
  return {
    columns: { load, imported, exported, stored: stored.map((wattHours) => wattHours / 1000) },
    notices: battery === undefined ? notices : [...notices, EMPTY],
  };
}

const EMPTY: Notice = {
  code: "battery",
  message: "the battery is taken to be empty at the first row, as nobody says what it holds",
};
