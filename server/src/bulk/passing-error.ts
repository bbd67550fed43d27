/** Of the queue, the output or the network: another attempt may succeed. */
export class PassingError extends Error {}
