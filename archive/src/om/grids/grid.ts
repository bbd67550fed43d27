/** Grids of models: where their cells are. */
import type { Extent } from "../../extent.js";
import type { Place } from "../../source.js";

/** A cell by its row and column in arrays. */
export interface Spot {
  readonly row: number;
  readonly column: number;
  readonly latitude: number;
  /** −180…180. */
  readonly longitude: number;
  readonly distanceKm: number;
}

export interface Grid {
  /** Of arrays: rows and columns. */
  readonly shape: readonly [number, number];
  /** Degrees from cell to cell, the larger of both directions. */
  readonly spacing: number;
  extent(): Extent;
  /** The cell that a place is in first, then those around it; none if the place is not on the grid. */
  near(place: Place): readonly Spot[];
}

/** Latitude and longitude as rows and columns, both from the south-west. @experimental */
export interface RegularGrid {
  readonly type: "regular";
  readonly columns: number;
  readonly rows: number;
  /** Centre of the first cell, and the way to the next, degrees. */
  readonly west: number;
  readonly south: number;
  readonly dx: number;
  readonly dy: number;
}

/**
 * ECMWF's octahedral reduced Gaussian grid: 20 points on the line next to a pole, four more on each line from there to the equator.
 *
 * @experimental
 */
export interface GaussianGrid {
  readonly type: "gaussian";
  /** Lines between pole and equator: 1280 of O1280. */
  readonly lines: number;
}

/** Rows and columns of a plane onto which the Earth, a sphere, is projected. @experimental */
export interface ProjectedGrid {
  readonly type: "projected";
  readonly projection: Projection;
  readonly columns: number;
  readonly rows: number;
  /** Centre of the first cell. */
  readonly first: { readonly latitude: number; readonly longitude: number };
  /** m between centres; degrees of a rotated grid. */
  readonly dx: number;
  readonly dy: number;
}

/** Degrees; `radius` of the sphere in m. @experimental */
export type Projection =
  | {
      readonly type: "lambert";
      /** Standard parallels; one that touches is given twice. */
      readonly parallels: readonly [number, number];
      readonly longitude: number;
      readonly radius: number;
    }
  | {
      readonly type: "stereographic";
      /** Of the pole that is in the middle: 90 or −90. */
      readonly pole: 90 | -90;
      /** Where lengths are true. */
      readonly latitude: number;
      readonly longitude: number;
      readonly radius: number;
    }
  | {
      readonly type: "rotated";
      /** Where the rotated grid's south pole is. */
      readonly southPole: { readonly latitude: number; readonly longitude: number };
    };

/** @experimental */
export type OmGrid = RegularGrid | GaussianGrid | ProjectedGrid;
