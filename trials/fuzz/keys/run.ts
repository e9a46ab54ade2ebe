import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { openAccount } from '../../harness/accounts.ts';
import { sendTemplate } from '../../harness/send.ts';
import { type SesMail, subjectOf } from '../../harness/ses.ts';
import type { Verdict } from '../../harness/verdict.ts';
import type { Runs } from '../property-run.ts';
import { startService } from '../service/start.ts';
import { type Interleaving, interleave } from './interleave.ts';

/** Interleavings of one account, few enough that the account stays within its rate. */
const perAccount = 100;

/** Interleavings at a time. */
const atOnce = 4;

/** Revokes keys in the middle of sends, and reports each send that began after the revocation and was let through. */
export async function tryKeys(
  { runs, seed }: Runs,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const mails = new Set<string>();
  progress.step('Starting the service');
  const onMail = (mail: SesMail) => void mails.add(subjectOf(mail));
  const { deployment, ports } = await startService(onMail, stops);
  const accounts = new Map<number, ReturnType<typeof openAccount>>();
  let done = 0;
  const one = async (number: number): Promise<Interleaving> => {
    const at = Math.floor(number / perAccount);
    const opened = accounts.get(at) ?? openAccount(ports, [sendTemplate]);
    accounts.set(at, opened);
    const { accountId } = await opened;
    const result = await interleave({ deployment, ports, accountId, number, seed, mails });
    done += 1;
    if (done % 50 === 0) progress.step(`${done} of ${runs} interleavings`);
    return result;
  };
  const numbers = Array.from({ length: runs }, (_, number) => number);
  const all = await inParallel(numbers, one, atOnce);
  const sum = (field: keyof Omit<Interleaving, 'wrong'>) =>
    all.reduce((count, each) => count + each[field], 0);
  const wrong = all.flatMap((each) => each.wrong);
  const text = [
    `${all.length} interleavings: ${sum('before')} sends began before the answer to their key's revocation,`,
    `${sum('accepted')} of them accepted; ${sum('after')} began after it; ${wrong.length} wrong`,
    ...wrong.slice(0, 10),
    '',
  ];
  return { text: text.join('\n'), held: wrong.length === 0 };
}
