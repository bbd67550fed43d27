/** The texts of the language, part by part. */

import type { Texts } from "../en/index.js";
import { account } from "./account.js";
import { accuracy } from "./accuracy.js";
import { chart } from "./chart.js";
import { common } from "./common.js";
import { compare } from "./compare.js";
import { data } from "./data.js";
import { forecast } from "./forecast.js";
import { place } from "./place.js";
import { report } from "./report.js";
import { roof } from "./roof.js";
import { series } from "./series.js";
import { service } from "./service.js";
import { status } from "./status.js";
import { sun } from "./sun.js";
import { time } from "./time.js";

export const de: Texts = {
  common,
  roof,
  place,
  time,
  chart,
  series,
  sun,
  forecast,
  compare,
  report,
  data,
  account,
  service,
  status,
  accuracy,
};
