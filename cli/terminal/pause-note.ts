export const noteOfPause = [
  '--note <text>',
  'why, for the callers that are refused: one line of at most 200 characters',
] as const;
