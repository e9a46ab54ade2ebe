import fc from 'fast-check';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Found } from '../found.ts';
import { senderProperty, subjectProperty } from './header-texts.ts';
import { recipientsProperty } from './property.ts';
import { startWire } from './wire.ts';

/** Tells SES recipients until what it is told departs from their grammar, and writes header texts. */
export async function tryAddresses(
  { runs, seed }: { runs: number; seed: number },
  progress: Progress,
  stops: Stops,
): Promise<Found> {
  const { tell } = stops.add(await startWire(), ({ stop }) => stop());
  let [deliveries, strings, mails] = [0, 0, 0];
  const counted: typeof tell = (mail) => {
    mails += 1;
    return tell(mail);
  };
  const recipients = recipientsProperty(counted, (count) => {
    deliveries += 1;
    strings += count;
    if (deliveries % 2000 === 0) progress.step(`${deliveries} of ${runs} deliveries`);
  });
  const parameters = { numRuns: runs, seed };
  const results = [
    told('recipients', await fc.check(recipients, parameters)),
    told('subjects', await fc.check(subjectProperty, parameters)),
    told('senders', fc.check(senderProperty, parameters)),
  ];
  const done = `${deliveries} deliveries with ${strings} strings, ${mails} mails told to SES`;
  return {
    text: [done, ...results.map(({ text }) => text), ''].join('\n'),
    held: results.every(({ held }) => held),
  };
}

function told<Case>(name: string, result: fc.RunDetails<Case>): Found {
  if (!result.failed) return { text: `${name}: ${result.numRuns} as they must be`, held: true };
  const counterexample = JSON.stringify(result.counterexample, null, 2);
  return { text: `${name}: ${counterexample}\n${result.errorInstance}`, held: false };
}
