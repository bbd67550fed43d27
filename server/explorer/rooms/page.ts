/** What every room is made of. */
import type { SeriesExchange, YieldExchange } from "../request/questions.js";
import type { Session } from "../service/key.js";
import type { Service } from "../service/service.js";
import type { Terrain } from "../service/terrain.js";
import type { Store } from "../state/state.js";

export interface Page {
  readonly store: Store;
  readonly service: Service;
  readonly session: Session;
  /** Time series of Light, History, Forecast, Data and code. */
  readonly series: SeriesExchange;
  /** Yields of Your roof, also behind the line of Sun and horizon. */
  readonly yields: YieldExchange;
  readonly terrain: Terrain;
}

/** What a room's module has: its element, made once, when it is opened for the first time. */
export interface RoomModule {
  make(page: Page): HTMLElement;
}
