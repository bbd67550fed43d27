/** Public functions of the models, by family. */
import * as atmosphere from "irradiance-engine/models/atmosphere";
import * as bifacial from "irradiance-engine/models/bifacial";
import * as cellTemperature from "irradiance-engine/models/cell-temperature";
import * as clearSky from "irradiance-engine/models/clear-sky";
import * as decomposition from "irradiance-engine/models/decomposition";
import * as incidence from "irradiance-engine/models/incidence";
import * as pv from "irradiance-engine/models/pv";
import * as quality from "irradiance-engine/models/quality";
import * as shading from "irradiance-engine/models/shading";
import * as snow from "irradiance-engine/models/snow";
import * as soiling from "irradiance-engine/models/soiling";
import * as solarPosition from "irradiance-engine/models/solar-position";
import * as spectrum from "irradiance-engine/models/spectrum";
import * as tracking from "irradiance-engine/models/tracking";
import * as transposition from "irradiance-engine/models/transposition";

export const families = {
  atmosphere,
  bifacial,
  cellTemperature,
  clearSky,
  decomposition,
  incidence,
  pv,
  quality,
  shading,
  snow,
  soiling,
  solarPosition,
  spectrum,
  tracking,
  transposition,
};
