import { userPage } from '../../../functions/manage/contracts/users.ts';
import { itemsOf, useRead } from './use-read.ts';

/** Who may open this account, by e-mail address. */
export function useUsers() {
  return useRead({ queryKey: ['users'], path: '/users', answer: userPage, select: itemsOf });
}
