import * as z from 'zod/mini';

export {
  type ExportedPerson,
  exportedPerson,
  type ForgottenPerson,
  type FoundPerson,
  forgottenPerson,
  foundPerson,
  type PersonCounts,
} from '../../../shared/people/person-data.ts';

/** `POST /people/find`, `/people/export` and `/people/forget`. `cursor`: the `nextCursor` of the answer before. */
export const personSearch = z.object({ address: z.string(), cursor: z.optional(z.string()) });

/** `suppress`: the person is suppressed afterwards, although they were not before. */
export const personForget = z.extend(personSearch, { suppress: z.optional(z.boolean()) });
