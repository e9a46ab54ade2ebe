import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import type { Verdict } from '../../harness/verdict.ts';
import { type Runs, tryProperties } from '../property-run.ts';
import { senderProperty, subjectProperty } from './header-texts.ts';
import { recipientsProperty } from './property.ts';
import { openWire } from './wire.ts';

/** Checks that SES gets recipients, subjects and senders as the grammar that made them says. */
export async function tryAddresses(
  options: Runs,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const send = await openWire(stops);
  const properties = {
    'recipients reach SES as their grammar says': recipientsProperty(send),
    'a subject is one line': subjectProperty,
    'a sender is refused, or reads as it was written': senderProperty,
  };
  return tryProperties(properties, options, progress);
}
