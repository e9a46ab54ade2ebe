import { z } from 'zod';

/** The id of a postrider account. */
export const accountId = z
  .string()
  .regex(
    /^acc_[0-9A-Za-z]{16}$/,
    'must be the id of a postrider account, like acc_0a1B2c3D4e5F6g7H',
  );
