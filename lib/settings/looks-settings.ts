import { z } from 'zod';
import { readClients } from '../../shared/engine/looks/clients.ts';

/** The mail clients that templates are judged for: `["gmail"]`, or each with its share, `{"gmail": 0.6, "yahoo": 0.4}`. */
export const clients = z
  .union([z.array(z.string()), z.record(z.string(), z.number())], {
    error: 'must be a list of mail clients, or an object with the share of each',
  })
  .transform((given, { addIssue }) => {
    const read = readClients(given);
    if (typeof read !== 'string') return read;
    addIssue({ code: 'custom', message: `cannot be used: ${read}` });
    return z.NEVER;
  })
  .optional();
