/** How many times as long as in AWS functions, their calls and doctor's checks may take, in a local run on a slow machine. Default: 1. */
export const patience = Math.max(1, Number(process.env.POSTRIDER_PATIENCE) || 1);
