/** How many times as long as in AWS functions and their calls may take, in a local run on a slow machine. Default: 1. */
export const patience = Math.max(1, Number(process.env.POSTRIDER_PATIENCE) || 1);
