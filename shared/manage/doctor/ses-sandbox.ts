import type { SesAccount } from '../../adapters/ses/ses-setup.ts';
import { broken, type Check, ok, open, run, say } from './check.ts';
import { consolePage, type Where } from './where.ts';

export interface SesAccountPorts {
  where: () => Promise<Where>;
  sesAccount: () => Promise<SesAccount>;
}

export const sesSandbox: Check<SesAccountPorts> = {
  code: 'ses-sandbox',
  why: 'In the sandbox SES sends only to verified addresses, 200 mails a day',
  async find({ where, sesAccount }) {
    const [{ region }, { production, review }] = await Promise.all([where(), sesAccount()]);
    if (production) return ok('SES sends to anyone');
    const page = open(consolePage('ses/home', { region }, '#/account'));
    if (review === 'PENDING') {
      return broken(
        `SES is in the sandbox in ${region}, and AWS is reviewing the request to leave it`,
        say('Wait for the answer, usually about a day; it appears on this page'),
        page,
      );
    }
    const refused = review === 'DENIED' || review === 'FAILED';
    return broken(
      `SES is in the sandbox in ${region}${refused ? ', and AWS has denied the request to leave it' : ''}`,
      say(
        refused
          ? 'Answer the support case, and ask again: describe your mail and how people come to receive it'
          : 'Ask AWS for production access; it answers within a day',
      ),
      page,
      say('Or run this command, with the address of your own website'),
      run(
        `aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://example.com --region ${region}`,
      ),
    );
  },
};
