import emailValidator from 'email-validator';
import validator from 'validator';
import type { Progress } from '../../local/progress.ts';
import { verifyAddress } from '../../shared/engine/verify/verify-address.ts';
import { type SideBySide, type Timed, timeRounds } from './rounds.ts';

const addresses = [
  'ada@example.com',
  'first.last+tag@mail.example.co.uk',
  '"a quoted one"@example.com',
  'info@xn--mnchen-3ya.example',
  'someone@mailinator.com',
  'not an address',
  'two@at@example.com',
  `${'a'.repeat(64)}@${'b'.repeat(60)}.example.com`,
];

const known = { domain: true, mxRecords: true } as const;
const settings = { disposableIsInvalid: true, roleIsInvalid: false };

/** Postrider also checks the lists of domains; the other packages check only the format. */
const goals = { validator: 1 };

/** How often one run checks all addresses. */
const turns = 50;

/** Times verifying without DNS: the domains are known, as in a warm function. */
export async function measureVerify(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<SideBySide[]> {
  progress.step('Verifying');
  const each = (name: string, check: (address: string) => unknown): Timed => ({
    name,
    run: async () => {
      for (let turn = 0; turn < turns; turn++) {
        for (const address of addresses) await check(address);
      }
    },
  });
  const things = [
    each('postrider', (address) => verifyAddress(address, async () => known, settings)),
    each('validator', (address) => validator.isEmail(address)),
    each('email-validator', (address) => emailValidator.validate(address)),
  ];
  const times = await timeRounds(things, { rounds, runs: 10 });
  for (const [name, each] of times) {
    times.set(
      name,
      each.map((us) => us / turns / addresses.length),
    );
  }
  return [{ name: 'address, domain known', times, goals }];
}
