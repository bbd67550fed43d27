import * as models from "../../../src/physics/models/quality/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const missing: Mask = {
  where: (_row, i, inputs) => Object.values(inputs).some((column) => Number.isNaN(column[i])),
  reason: "a value is missing: a flag of the reference, NaN here",
};
const missingInput = (input: string, ...outputs: string[]): Mask => ({
  where: (_row, i, inputs) => Number.isNaN(inputs[input]![i]),
  reason: `${input} missing: fails in the reference, NaN here`,
  outputs,
});

const flags = { tolerance: { relative: 0 }, reason: "flags are equal in every row" };
const pvanalytics = (name: string) => `pvanalytics.quality.${name}`;

export const rows: AccuracyRow[] = [
  ...["limits-physical", "limits-extreme"].map(
    (fixture): AccuracyRow => ({
      name: pvanalytics("irradiance.check_irradiance_limits_qcrad"),
      fixture: `quality/${fixture}`,
      run: (inputs, options) => models.checkIrradianceLimitsQcrad(inputs as never, options),
      ...flags,
      mask: ["ghi", "dhi", "dni"].map((name) => missingInput(name, `${name}LimitFlag`)),
    }),
  ),
  ...["consistency", "consistency-outside"].map(
    (fixture): AccuracyRow => ({
      name: pvanalytics("irradiance.check_irradiance_consistency_qcrad"),
      fixture: `quality/${fixture}`,
      run: (inputs, options) => models.checkIrradianceConsistencyQcrad(inputs as never, options),
      ...flags,
      mask: [missing],
    }),
  ),
  {
    name: "bsrn.qc.k_index",
    fixture: "quality/k-tests",
    run: (inputs) => models.kTests(inputs as never),
    ...flags,
    mask: [missing],
  },
  {
    name: "bsrn.qc.tracker.tracker_off_test",
    fixture: "quality/tracker-off",
    run: (inputs) => models.trackerOff(inputs as never),
    ...flags,
    mask: [missing],
  },
  ...["tail", "end", "all"].flatMap((mark) =>
    [3, 6].flatMap((window): AccuracyRow[] => [
      {
        name: pvanalytics("gaps.stale_values_diff"),
        fixture: `quality/stale-${mark}-${window}`,
        run: (inputs, options) => models.staleValuesDiff(inputs as never, options),
        ...flags,
        mask: [missing],
      },
      {
        name: pvanalytics("gaps.interpolation_diff"),
        fixture: `quality/interpolation-${mark}-${window}`,
        run: (inputs, options) => models.interpolationDiff(inputs as never, options),
        ...flags,
        mask: [missing],
      },
    ]),
  ),
  {
    name: pvanalytics("irradiance.clearsky_limits"),
    fixture: "quality/clearsky-limits",
    run: (inputs) => models.clearskyLimits(inputs as never),
    ...flags,
    mask: [missing],
  },
  {
    name: pvanalytics("irradiance.daily_insolation_limits"),
    fixture: "quality/daily-insolation",
    run: (inputs) => models.dailyInsolationLimits(inputs as never),
    ...flags,
    mask: [missing],
  },
];
