import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { type Runs, tryProperties } from '../property-run.ts';
import { senderProperty, subjectProperty } from './header-texts.ts';
import { recipientsProperty } from './property.ts';
import { openWire, type SendOverWire } from './wire.ts';

/** Checks that SES gets recipients, subjects and senders as the grammar that made them says. */
export async function tryAddresses(
  options: Runs,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const send = await openWire(stops);
  let [deliveries, texts, mails] = [0, 0, 0];
  const counted: SendOverWire = (mail) => {
    mails += 1;
    return send(mail);
  };
  const properties = {
    'recipients reach SES as their grammar says': recipientsProperty(counted, (count) => {
      deliveries += 1;
      texts += count;
    }),
    'a subject is one line': subjectProperty,
    'a sender is refused, or reads as it was written': senderProperty,
  };
  const { text, held } = await tryProperties(properties, options, progress);
  return {
    text: `${deliveries} deliveries with ${texts} texts, ${mails} mails at SES\n${text}`,
    held,
  };
}
