/** The clocks of places without an answer of theirs: one free question a place, remembered. */
import type { Service } from "../service/service.js";
import type { State } from "../state/state.js";
import { chosenZone, guessedZone, type PlaceClock, type Zone } from "./zone.js";

export class PlaceClocks {
  private readonly asked = new Map<string, Promise<PlaceClock>>();
  private readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  /** @throws Problem */
  of(lat: number, lon: number): Promise<PlaceClock> {
    const request = `sources?lat=${lat}&lon=${lon}`;
    let clock = this.asked.get(request);
    if (!clock) {
      clock = this.service
        .fact<{ time_zone: number; time_zone_name: string }>(request)
        .then(({ time_zone, time_zone_name }) => ({ hours: time_zone, zoneName: time_zone_name, lon }));
      clock.catch(() => this.asked.delete(request));
      this.asked.set(request, clock);
    }
    return clock;
  }
}

const clocksOf = new WeakMap<Service, PlaceClocks>();

/**
 * The zone that a state shows times in at its place; where the service does not answer, that of its longitude.
 *
 * @param from Unix ms; @param to the offsets of its label are those from `from` to `to`
 */
export async function zoneOfPlace(
  service: Service,
  { lat, lon, zone }: Pick<State, "lat" | "lon" | "zone">,
  from: number,
  to: number,
): Promise<Zone> {
  const clocks = clocksOf.get(service) ?? new PlaceClocks(service);
  clocksOf.set(service, clocks);
  return clocks.of(lat, lon).then(
    (clock) => chosenZone(zone, clock, from, to),
    () => guessedZone({ lon, zone }),
  );
}
