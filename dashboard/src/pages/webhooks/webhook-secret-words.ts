/** Where a user stores the secret of a webhook. */
export const secretPlace = 'where my receiver reads its secrets';

/** Why a user has to confirm that it is stored. */
export const secretReason =
  'Store the secret first, then tick this box. It cannot be shown again: you would have to rotate it.';
