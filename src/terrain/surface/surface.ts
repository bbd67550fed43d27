/** Elevation data as layers around a place. */
import type { Layer } from "./layer.js";

export interface Surface {
  /** For messages. */
  readonly name: string;
  /** Whom the heights are owed to. */
  readonly attribution: string | undefined;
  /**
   * The layers within a distance of a place, the finest first: the same objects for the same surroundings.
   *
   * @param range metres
   */
  layersAround(latitude: number, longitude: number, range: number): Promise<readonly Layer[]>;
  /** After a failure: what is known of the files may be out of date. */
  forget(): void;
  close(): Promise<void>;
}
