/**
 * The exceptions to "the row kernel is the model": reformulations that are worth their code in speed. Each replaces a
 * model within a tolerance that test/engine/kernels.test.ts checks on random rows and all edges; `context.exact` uses only the
 * models.
 *
 * - name, and the model's row kernel that it replaces
 * - tolerance: largest difference from the model, with its unit
 * - gain: time of the model's kernel divided by this one's, on the same rows (bench/kernels.mjs)
 */
export const KERNELS = [
  {
    name: "airmassRows",
    model: "kastenYoungRows",
    tolerance: { value: 2e-8, unit: "relative" },
    gain: 7.7,
  },
  {
    name: "refractRows",
    model: "refractVectorRows",
    tolerance: { value: 3e-8, unit: "degrees, away from the switch at −0.83337°" },
    gain: 6.5,
  },
  {
    name: "elevationRows",
    model: "elevationRows of the sun",
    tolerance: { value: 1e-8, unit: "degrees" },
    gain: 3.2,
  },
  {
    name: "azimuthRows",
    model: "azimuthRows of the sun",
    tolerance: { value: 1e-8, unit: "degrees" },
    gain: 3,
  },
  {
    name: "trackerRows",
    model: "horizontalTrackerRows, cosIncidenceTrackerRows",
    tolerance: { value: 1e-8, unit: "degrees, and 1e-9 in the cosines" },
    gain: 4.9,
  },
];
