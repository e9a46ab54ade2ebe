/** Replaces `node:sqlite`, which Node 20 lacks: without it, `fauxqs` keeps its queues in memory. */
export const DatabaseSync = undefined;
