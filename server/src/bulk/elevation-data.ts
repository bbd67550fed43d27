/** The elevation data of a worker. */
import { elevationIdentity } from "irradiance-engine/internal/bulk-command";
import { elevationRevision } from "../answers/elevation-revision.js";

export class ElevationData {
  readonly paths: readonly string[];
  private known: { readonly revision: string; readonly identity: string } | undefined;

  constructor(paths: readonly string[]) {
    this.paths = paths;
  }

  /**
   * What a coordinator with the same data has for them; anew once a file has changed.
   *
   * @throws as `elevationIdentity`
   */
  async identity(): Promise<string> {
    const revision = await elevationRevision(this.paths);
    if (this.known?.revision !== revision) this.known = { revision, identity: await elevationIdentity(this.paths) };
    return this.known.identity;
  }
}
