import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { startSes, type ToldMail } from '../service/ses.ts';
import type { Tell } from './property.ts';

/** Tells mails to a SES of its own, over HTTP. */
export async function startWire(): Promise<{ tell: Tell; stop: () => Promise<void> }> {
  const told: ToldMail[] = [];
  const { url, stop } = await startSes({ onMail: (mail) => told.push(mail) });
  // The adapter takes these from its environment, as in Lambda.
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL_SESV2: url, AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'fuzz', AWS_SECRET_ACCESS_KEY: 'fuzz' },
  });
  const send = sesSender({ configurationSet: 'set' });
  return {
    stop,
    tell: async (mail) => {
      const { outcome } = await send(mail);
      const [last] = told.splice(0);
      if (outcome !== 'sent' || !last) throw new Error(`SES was not told: ${outcome}`);
      return last;
    },
  };
}
