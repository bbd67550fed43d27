/** Horizon lines from the terrain, remembered by place. */
import { noticesIn } from "./provenance.js";
import type { Service } from "./service.js";
import { noticeSentence } from "./words.js";

export class Terrain {
  private readonly lines = new Map<string, Promise<readonly number[]>>();
  private readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  /** 360 whole degrees, from north over east. @throws Problem, or an Error with the service's words where it has no terrain */
  line(lat: number, lon: number): Promise<readonly number[]> {
    const request = `horizon?lat=${lat}&lon=${lon}`;
    let line = this.lines.get(request);
    if (!line) {
      line = this.ask(request);
      line.catch(() => this.lines.delete(request));
      this.lines.set(request, line);
    }
    return line;
  }

  private async ask(request: string): Promise<readonly number[]> {
    const { text, headers } = await this.service.get(request);
    const none = noticesIn(headers).find((notice) => notice.includes("no elevation data"));
    if (none !== undefined) throw new Error(noticeSentence({ code: "horizon-unknown", message: none }));
    return JSON.parse(text).elevation;
  }
}
