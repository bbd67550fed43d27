/** What an encoding thread loads first: see `worker-entry.cts`. */
module.exports = (
  (worker) => async (block: unknown) =>
    (await worker).default(block as never)
)(import("./encoder-worker.js"));
