/**
 * What a thread loads first. As a CommonJS module, which piscina can `require`: an ES module it would load by a `require`, too,
 * and Node 20 ends the whole process when a thread is closed in the middle of that.
 */
module.exports = (
  (worker) => async (order: unknown) =>
    (await worker).default(order as never)
)(import("./worker.js"));
