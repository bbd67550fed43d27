/** Another attempt may succeed: a source, the queue, the output or the network is away, or a thread came late. */
export class PassingFailure extends Error {}
