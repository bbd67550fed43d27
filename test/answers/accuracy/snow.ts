import * as models from "../../../src/physics/models/snow/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const SERIES = ["hourly", "ten-minute", "uneven"];
const missing: Mask = {
  where: (_row, i, inputs) => Object.values(inputs).some((column) => Number.isNaN(column[i])),
  reason: "an input missing: pvlib goes on as without snowfall or sliding, so do ours, but the row itself is NaN",
};

export const rows: AccuracyRow[] = [
  ...SERIES.flatMap((name) => [`coverage-${name}`, `coverage-depth-${name}`]).map(
    (fixture): AccuracyRow => ({
      name: "pvlib.snow.coverage_nrel",
      fixture: `pvlib/snow/${fixture}`,
      run: (inputs, options) => models.coverageNrel(inputs as never, options),
      tolerance: { relative: 1e-12, absolute: 1e-13 },
      reason: "pvlib subtracts the sum of what slid, ours subtracts step by step: rounding of 1 per step",
      mask: [missing],
    }),
  ),
  ...SERIES.flatMap((name) => [`fully-covered-${name}`, `fully-covered-depth-${name}`]).map(
    (fixture): AccuracyRow => ({
      name: "pvlib.snow.fully_covered_nrel",
      fixture: `pvlib/snow/${fixture}`,
      run: (inputs, options) => models.fullyCoveredNrel(inputs as never, options),
      tolerance: { relative: 0 },
      reason: "yes or no",
      mask: [missing],
    }),
  ),
  ...[1, 3, 8].map(
    (strings): AccuracyRow => ({
      name: "pvlib.snow.dc_loss_nrel",
      fixture: `pvlib/snow/dc-loss-${strings}`,
      run: (inputs, options) => models.dcLossNrel(inputs as never, options),
      tolerance: { relative: 0 },
      reason: "whole strings",
    }),
  ),
  ...["steep", "flat"].map(
    (name): AccuracyRow => ({
      name: "pvlib.snow.loss_townsend",
      fixture: `pvlib/snow/loss-townsend-${name}`,
      run: (inputs, options) => models.lossTownsend(inputs as never, options),
      tolerance: { relative: 1e-12 },
      reason: "closed formula",
      mask: [
        {
          where: ({ poaGlobal, loss }) => poaGlobal === 0 && Number.isNaN(loss!),
          reason: "neither sun nor snow: pvlib divides 0 by 0, ours is 0",
        },
        {
          where: (_row, i, { snowEvents }) => Number.isNaN(snowEvents![i]!) || Number.isNaN(snowEvents!.at(i - 1)!),
          reason: "events missing, here or the month before: pvlib takes them for none, ours is NaN",
        },
      ],
    }),
  ),
];
