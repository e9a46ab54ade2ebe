/** Who saved something. `by` is a user's e-mail address, or what the CLI calls its caller. */
export const authorWords = (by: string): string => (by === 'local' ? 'you, in the local run' : by);
