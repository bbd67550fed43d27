/** `--plot` of `typical-year`: the year beside all years that it was chosen from. */
import type { TypicalYear } from "../../climate/index.js";
import { placeLabel } from "../../report/labels.js";
import { yearComparison } from "../../report/year-comparison.js";
import type { WeatherSeries } from "../../weather/series.js";
import { lightOf } from "../year-file/light.js";

export function chosenPicture({ series, audit }: TypicalYear, record: WeatherSeries): string {
  const { method, probable, record: years } = audit;
  const { latitude, longitude } = series.place!;
  return yearComparison(
    [
      { name: `${years.firstYear} to ${years.lastYear}`, ...lightOf(record) },
      { name: probable ? `${probable.extreme.toUpperCase()} year` : "typical year", ...lightOf(series) },
    ],
    `A ${probable ? probable.extreme.toUpperCase() : "typical"} year and the years that it was chosen from`,
    `${placeLabel(latitude, longitude)} · months chosen by ${method}`,
  );
}
