import type { KeyOptions } from '../../../shared/manage/key-options.ts';
import { createKey, deleteKey, listKeys } from '../../../shared/manage/keys.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import type { SendingKeys } from './send-mails.ts';

type Row = KeyOptions & { days: number; isRevoked?: true };

/** The keys of the shop, besides the two that every local run makes. */
const rows = {
  'Shop backend': { days: 59 },
  'Billing service': { days: 52, scopes: ['execute:invoice*', 'execute:payment-*'] },
  'Sign-up form': { days: 40, scopes: ['verify'] },
  'Continuous integration': { days: 58, test: {} },
  Staging: {
    days: 30,
    test: { redirectTo: 'qa@northwind.example', allow: ['@northwind.example'] },
  },
  'Old shop': { days: 59, isRevoked: true },
} satisfies Record<string, Row>;

/** Creates the keys that the account lacks, by their names. */
export async function fillKeys(
  ago: (days: number) => ManagePorts,
  accountId: string,
): Promise<SendingKeys> {
  const known = new Map((await listKeys(ago(0), accountId)).map((key) => [key.name, key]));
  const idOf = async (name: keyof typeof rows): Promise<string> => {
    const { days, isRevoked, ...options }: Row = rows[name];
    const key = known.get(name) ?? (await createKey(ago(days), { accountId, name, ...options }));
    if (isRevoked && key.status === 'active') await deleteKey(ago(days - 9), key.keyId);
    return key.keyId;
  };
  await idOf('Sign-up form');
  await idOf('Old shop');
  const shop = await idOf('Shop backend');
  const live: SendingKeys['live'] = [shop, shop, shop, await idOf('Billing service')];
  const captured = await idOf('Continuous integration');
  return { live, captured, redirected: await idOf('Staging') };
}
