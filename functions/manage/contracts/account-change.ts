import * as z from 'zod/mini';

/** `PATCH /account`: changes the name, which is for people only. */
export const accountChange = z.object({ name: z.string() });

export const changedAccount = z.object({ accountId: z.string(), name: z.string() });

export type ChangedAccount = z.output<typeof changedAccount>;
