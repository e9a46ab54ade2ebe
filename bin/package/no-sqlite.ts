/** In the place of `node:sqlite`, which Node 20 lacks: `fauxqs` then keeps its queues in memory. */
export const DatabaseSync = undefined;
