/** Horizon lines from the terrain, remembered by place. */
import type { Service } from "./service.js";

export class Terrain {
  private readonly lines = new Map<string, Promise<readonly number[]>>();
  private readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  /** 360 whole degrees, from north over east. @throws Problem */
  line(lat: number, lon: number): Promise<readonly number[]> {
    const request = `horizon?lat=${lat}&lon=${lon}`;
    let line = this.lines.get(request);
    if (!line) {
      line = this.service.fact<{ elevation: readonly number[] }>(request).then(({ elevation }) => elevation);
      line.catch(() => this.lines.delete(request));
      this.lines.set(request, line);
    }
    return line;
  }
}
