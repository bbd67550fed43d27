/**
 * What stands around a PV system, as people describe it: metres from any one point, such as a corner of the roof, to the east, to the north
 * and up. With a heading, all points and turns count from the house's own axes.
 */

/** Metres east, north and up. */
export type Point = readonly [number, number, number];

/** Share of the light that passes: of all the year, or of each month from January. */
export type Transmittance = number | readonly number[];

interface Named {
  /** For messages. */
  readonly name?: string | undefined;
}

export type Obstacle = Named &
  (
    | {
        readonly kind: "box";
        /** Middle of its base. */
        readonly at: Point;
        /** Across (east), along (north) and height. */
        readonly size: Point;
        /** Degrees clockwise, as seen from above. Default 0. */
        readonly turn?: number | undefined;
      }
    | {
        /** A building by its outline. */
        readonly kind: "prism";
        readonly outline: readonly (readonly [number, number])[];
        /** Of its base and of its top. Default of the base: 0. */
        readonly bottom?: number | undefined;
        readonly top: number;
      }
    | {
        /** A house with its roof: the ridge runs along, from side to side (gable) or less far (hip). */
        readonly kind: "house";
        readonly at: Point;
        /** Across (east) and along (north: the ridge). */
        readonly size: readonly [number, number];
        /** Heights of the eaves and of the ridge above `at`. */
        readonly eaves: number;
        readonly ridge: number;
        readonly roof: "gable" | "hip" | "flat";
        readonly turn?: number | undefined;
      }
    | {
        /** A flat polygon: a roof's face, a wall, a screen. Light that crosses it keeps the share `transmittance`; default 0. */
        readonly kind: "surface";
        readonly corners: readonly Point[];
        readonly transmittance?: Transmittance | undefined;
      }
    | { readonly kind: "pole"; readonly at: Point; readonly radius: number; readonly height: number }
    | {
        /** A crown: light that crosses it keeps the share `transmittance` once, however long its way there. `at`: middle of its base. */
        readonly kind: "cone";
        readonly at: Point;
        readonly radius: number;
        readonly height: number;
        readonly transmittance?: Transmittance | undefined;
      }
    | {
        /** A crown as the cone; `at`: its middle; `height`: of all of it, default twice the radius. */
        readonly kind: "sphere";
        readonly at: Point;
        readonly radius: number;
        readonly height?: number | undefined;
        readonly transmittance?: Transmittance | undefined;
      }
    | {
        /** Triangles of any shape. Light keeps the share `transmittance` at each triangle that it crosses; default 0. */
        readonly kind: "mesh";
        /** East, north and up of each point. */
        readonly points: ArrayLike<number>;
        /** Three numbers of points for each triangle, from 0. */
        readonly triangles: ArrayLike<number>;
        readonly transmittance?: Transmittance | undefined;
      }
  );

export interface Scene {
  /** Compass direction of the axis that counts as north, degrees. Default 0. */
  readonly heading?: number | undefined;
  readonly obstacles: readonly Obstacle[];
}

export const DEFAULT_SUBSTRINGS = 3;

/** Modules of a plane, in a grid on it. */
export interface Modules {
  readonly rows: number;
  readonly columns: number;
  /** Of one module, metres: along the eaves, and up the slope. */
  readonly width: number;
  readonly height: number;
  /** Between modules, along the eaves and up the slope, metres. Default 0.02 and 0.02. */
  readonly gap?: readonly [number, number] | undefined;
  /** The lower left corner of the grid, as seen by who looks at the modules. */
  readonly corner?: Point | undefined;
  /** In place of `corner`: the middle of the grid. */
  readonly middle?: Point | undefined;
  /** Parts of a module behind one bypass diode each, side by side on its shorter side. Default 3. */
  readonly substrings?: number | undefined;
  /** A substring's cells in series, or two halves of it side by side behind its diode, as modules of half cells have them. Default "half". */
  readonly cells?: "full" | "half" | undefined;
  /**
   * What shade on a part does to the others. "diodes" (default): modules in series, with bypass diodes. "modules": each module has a tracker or an inverter of
   * its own. "strings": a string has the light of its darkest part. "linear": nothing, light alone is lost.
   */
  readonly wiring?: "diodes" | "modules" | "strings" | "linear" | undefined;
  /** Strings side by side at one tracker; each has the same number of modules, row by row. Default 1. */
  readonly strings?: number | undefined;
}
