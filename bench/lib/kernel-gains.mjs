// Every entry of the table kernel-claims.mjs with its model on the same rows: how both are called.
import { part } from "./engine.mjs";
import { ROWS } from "./kernel-rows.mjs";

/** @returns {Promise<Record<string, { kernel: () => unknown, model: () => unknown }>>} */
export async function kernelPairs({ models, columns: c }) {
  const [sky, grid] = await Promise.all([part("physics/sky/kernels.js"), part("engine/compute-grid/kernels.js")]);
  // Refraction works in place: both take the same rows anew each time.
  const refract = (rows) => () => {
    c.out.set(c.east);
    c.out2.set(c.north);
    c.out3.set(c.up);
    rows(0, ROWS, c.out, c.out2, c.out3, 943.2, 12);
  };
  return {
    airmassRows: {
      kernel: () => sky.airmassRows(0, ROWS, c.up, c.out),
      model: () => models.kastenYoungRows(0, ROWS, c.zenith, c.out),
    },
    refractRows: { kernel: refract(sky.refractRows), model: refract(models.refractVectorRows) },
    elevationRows: {
      kernel: () => grid.elevationRows(0, ROWS, c.east, c.north, c.up, c.out),
      model: () => models.elevationRows(0, ROWS, c.east, c.north, c.up, c.out),
    },
    azimuthRows: {
      kernel: () => grid.azimuthRows(0, ROWS, c.east, c.north, c.out),
      model: () => models.azimuthRows(0, ROWS, c.east, c.north, c.out),
    },
    trackerRows: {
      kernel: () => grid.trackerRows(0, ROWS, c.east, c.up, c.out, c.out2, c.out3),
      model: () => {
        models.horizontalTrackerRows(0, ROWS, c.east, c.up, 45, 0.3, true, c.out);
        models.cosIncidenceTrackerRows(0, ROWS, c.east, c.up, c.out, c.out2, c.out3);
      },
    },
  };
}
