import type { Stops } from '../../../local/stops.ts';
import { type SesMail as SentMail, sesSender } from '../../../shared/adapters/ses/ses.ts';
import { type SesMail, startSes } from '../../harness/ses.ts';

/** Limits for a slow machine, because this run does not test how long a call takes. */
const patient = { connectMs: 300_000, answerMs: 300_000, wholeMs: 300_000 };

/** Sends a mail, and returns it as SES received it. */
export type SendOverWire = (mail: SentMail) => Promise<SesMail>;

/** Sends mails over HTTP to its own SES. */
export async function openWire(stops: Stops): Promise<SendOverWire> {
  const received: SesMail[] = [];
  const url = await startSes((mail) => received.push(mail), stops);
  // The adapter reads these from its environment, as in Lambda.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SESV2: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'fuzz',
    AWS_SECRET_ACCESS_KEY: 'fuzz',
  });
  const send = sesSender({ configurationSet: 'set', times: patient });
  return async (mail) => {
    const { outcome } = await send(mail);
    const [last] = received.splice(0);
    if (outcome !== 'sent' || !last) throw new Error(`SES got no mail: ${outcome}`);
    return last;
  };
}
