// For an address, a name or a pattern: the browser must not change or mark the text.
export const exactText = { autoCapitalize: 'off', autoComplete: 'off', spellCheck: false } as const;
