import * as z from 'zod/mini';
import { roles } from '../../../shared/people/roles.ts';
import { pageOf, time } from './common.ts';

/** A person who may open the account's dashboard. */
export const user = z.object({
  email: z.string(),
  roles: z.array(z.enum(roles)),
  invitedAt: time,
});

export type User = z.output<typeof user>;

/** `GET /users`, by e-mail address: one page has them all. Only the CLI invites people and changes their roles. */
export const userPage = pageOf(user);
