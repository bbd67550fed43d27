/** The horizon line that the room shows: the state's, the terrain's, or the one that is being drawn. */
import type { Terrain } from "../../service/terrain.js";
import { type Direction, drawnFrom, FLAT, horizonText, lineOf } from "../../state/horizon.js";
import type { State, Store } from "../../state/state.js";

export class HorizonLine {
  line: readonly number[] = FLAT;
  /** Why the terrain's is not known, as the service says it. */
  problem = "";
  private readonly store: Store;
  private readonly terrain: Terrain;
  private readonly listeners: (() => void)[] = [];
  private isDrawing = false;

  constructor(store: Store, terrain: Terrain) {
    this.store = store;
    this.terrain = terrain;
    store.subscribe((state, before) => {
      const isSame = (["room", "horizon", "lat", "lon"] as const).every((name) => state[name] === before[name]);
      if (!isSame) void this.follow(state);
    });
    void this.follow(store.state);
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** A stretch of a line under the hand: shown at once, but no part of the state before the hand lets go. */
  draw(from: Direction, to: Direction): void {
    this.isDrawing = true;
    this.line = drawnFrom(this.line, from, to);
    this.tell();
  }

  /** The whole drawing is one change of the state: one step to undo, one question to the service. */
  end(): void {
    if (!this.isDrawing) return;
    this.isDrawing = false;
    this.store.set({ horizon: horizonText(this.line) });
  }

  private async follow(state: State): Promise<void> {
    const { room, horizon, lat, lon } = state;
    if (room !== "sun") return;
    this.problem = "";
    const own = lineOf(horizon);
    if (own) return this.take(own);
    try {
      const found = await this.terrain.line(lat, lon);
      if (this.isPresent(state)) this.take(found);
    } catch (thrown) {
      if (!this.isPresent(state)) return;
      this.problem = (thrown as Error).message;
      this.take(FLAT);
    }
  }

  private isPresent({ horizon, lat, lon }: State): boolean {
    const { state } = this.store;
    return state.horizon === horizon && state.lat === lat && state.lon === lon;
  }

  private take(line: readonly number[]): void {
    this.line = line;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The line follows the hand; it becomes the state's when the hand lets go. */
export function drawBy(
  place: HTMLElement,
  takes: (event: PointerEvent) => boolean,
  directionOf: (event: PointerEvent) => Direction,
  present: HorizonLine,
): void {
  let last: Direction | undefined;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !takes(event)) return;
    last = directionOf(event);
    place.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  place.addEventListener("pointermove", (event) => {
    if (!last) return;
    const next = directionOf(event);
    present.draw(last, next);
    last = next;
  });
  const end = () => {
    last = undefined;
    present.end();
  };
  place.addEventListener("pointerup", end);
  place.addEventListener("pointercancel", end);
}
