import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { saveTemplate } from '../../soak/template.ts';
import type { Found } from '../found.ts';
import { startService } from '../service/start.ts';
import { type Interleaving, interleave } from './interleave.ts';

/** Interleavings of one account: its rate has to do for all their sends. */
const perAccount = 100;

/** Interleavings at a time. */
const lanes = 4;

/** Revokes keys in the middle of sends, and looks for a send that began after and was let through. */
export async function tryKeys(
  { runs, seed }: { runs: number; seed: number },
  progress: Progress,
  stops: Stops,
): Promise<Found> {
  const mails = new Set<string>();
  progress.step('Starting the service');
  const onMail = ({ Content }: { Content: { Simple: { Subject: { Data: string } } } }) =>
    void mails.add(Content.Simple.Subject.Data);
  const { deployment, ports } = await startService({ onMail }, stops);
  const accounts: string[] = [];
  const all: Interleaving[] = [];
  let next = 0;
  const lane = async () => {
    for (let number = next++; number < runs; number = next++) {
      const place = Math.floor(number / perAccount);
      accounts[place] ??= await openAccount();
      const accountId = accounts[place];
      all.push(await interleave({ deployment, ports, accountId, number, seed, mails }));
      if (all.length % 50 === 0) progress.step(`${all.length} of ${runs} interleavings`);
    }
  };
  const openAccount = async () => {
    const { accountId } = await createAccount(ports, { name: 'Fuzz', plan: 'team' });
    await saveTemplate(ports, accountId);
    return accountId;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const sum = (field: keyof Omit<Interleaving, 'wrong'>) =>
    all.reduce((count, each) => count + each[field], 0);
  const wrong = all.flatMap((each) => each.wrong);
  const text = [
    `${all.length} interleavings: ${sum('before')} sends began before their key's revocation was answered,`,
    `${sum('accepted')} of them accepted; ${sum('after')} began after it; ${wrong.length} wrong`,
    ...wrong.slice(0, 10),
    '',
  ];
  return { text: text.join('\n'), held: wrong.length === 0 };
}
