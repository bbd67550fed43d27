/** Packages that only runs over several machines need: optional peers, loaded when first used. */
import { loadPackage } from "irradiance-engine/bulk";

/** @throws MissingPackageError */
export async function loadQueue() {
  const purpose = "runs over several machines";
  const { Redis } = await loadPackage("ioredis", purpose, () => import("ioredis"));
  const { Queue, UnrecoverableError, WaitingError, Worker } = await loadPackage(
    "bullmq",
    purpose,
    () => import("bullmq"),
  );
  return { Redis, Queue, UnrecoverableError, WaitingError, Worker };
}

export type QueuePackages = Awaited<ReturnType<typeof loadQueue>>;
