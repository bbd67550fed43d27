/** What there is to know of a forecast's power beyond what every yield says. */
import type { Notice } from "../../contract/observation/types.js";
import { known } from "../over-time/inputs.js";
import { overTimeNotices } from "../over-time/notices.js";
import type { ComputedSeries } from "../series.js";

/** °C: with warmer air no snow lies on modules for long. */
const COLD = 4;

/** Snow that is modelled, snow that nothing is known of, and what inverters draw at night. */
export function powerNotices({ checked, situation, found }: ComputedSeries, isCut: boolean): Notice[] {
  return [
    ...(isCut ? [NIGHT] : []),
    ...overTimeNotices(checked, situation, found),
    ...unknownSnow({ checked, situation }),
  ];
}

const NIGHT: Notice = {
  code: "night",
  message: "what inverters and transformer draw is not in the forecast: where a yield is below 0 W, it has 0 W",
};

function unknownSnow({ checked, situation }: Pick<ComputedSeries, "checked" | "situation">): Notice[] {
  const { columns } = situation.weather;
  const isModelled = checked.snow !== undefined || checked.hasSnowLoss;
  if (isModelled || known(columns, "snow_depth") || known(columns, "snowfall")) return [];
  if (!columns.temperature?.some((degrees) => degrees < COLD)) return [];
  const message =
    `the run has neither snow depth nor snowfall, and the air is below ${COLD} °C: snow on the modules is not modelled, and would leave ` +
    "less power";
  return [{ code: "snow", message }];
}
