/** How to stop what the setup started; the teardown has no other way to know. */
export const running: { stop: () => Promise<void> } = { stop: async () => undefined };
