/** Answers in advance touch nothing of the service, and end when it does. */
import { expect, it } from "vitest";
import { warmAnswers } from "../../src/http/warm-answers.js";
import type { Service } from "../../src/service.js";
import { stand } from "./harness.js";

function forbidden(what: string): never {
  throw new Error(`${what} was touched`);
}

it("asks neither sources, terrain nor accounts, and charges nothing", async () => {
  const { server } = await stand({ settings: { dem: [] } });
  const { service } = server;
  const untouchable = new Proxy({}, { get: (_, name) => forbidden(String(name)) });
  const guarded: Service = {
    ...service,
    archive: untouchable as Service["archive"],
    accounts: untouchable as Service["accounts"],
    places: {
      zoneAt: service.places.zoneAt,
      surroundings: () => forbidden("surroundings"),
    } as unknown as Service["places"],
  };
  await warmAnswers(guarded, new AbortController().signal);
});

it("ends when it is stopped", async () => {
  const { server } = await stand({});
  const stopping = new AbortController();
  const ended = warmAnswers(server.service, stopping.signal);
  stopping.abort(new Error("the server stops"));
  await expect(ended).rejects.toThrow("the server stops");
});
