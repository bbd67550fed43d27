/** What an operator says of NetCDF and HDF5 files. */
import type { CfOptions } from "../cf/options.js";

export interface NetcdfOptions extends CfOptions {
  /** How settings, answers and logs name it. Default: "netcdf". */
  readonly id?: string | undefined;
  /**
   * A file, or a folder: all files in it that end in `.nc`, `.nc4`, `.h5`, `.hdf5` or `.cdf` are one after the other in time; several of the
   * same times may have other variables each.
   */
  readonly location: string;
}
