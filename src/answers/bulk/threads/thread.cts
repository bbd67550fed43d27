/**
 * What a thread loads first: it imports the module that its `workerData` names and calls that module's default export. It is
 * a CommonJS module, since piscina tries a `require`; of an ES module Node can do that, too, but a thread that is closed in
 * the middle of it takes the whole process with it (Node 20.20).
 */
module.exports = (
  (worker) => async (task: unknown) =>
    (await worker).default(task)
)(import(require("node:worker_threads").workerData.module));
