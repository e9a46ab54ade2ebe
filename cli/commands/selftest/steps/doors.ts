import { refusals } from '../../../../shared/engine/errors.ts';
import { mintHookId } from '../../../../shared/keys/ids.ts';
import { broken, skipped } from '../../../../shared/manage/doctor/check.ts';
import { type HttpAnswer, inShort } from '../context/http.ts';
import { judged, type SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';
import { allAtOnce, atOnce } from './limits.ts';

/** AWS counts in several places, so its limit is not exact. */
const mostRequests = 1500;

export const doors: SelftestStep = {
  code: 'doors',
  asks: 'Whether each door reads the key in its own header, and its requests count against the same rate as those to /v1',
  async run(context) {
    const { doorsUrl } = context.options.deployment;
    if (doorsUrl === undefined) {
      return skipped('This stack has no doors: its settings say "doors": false');
    }
    const { key } = await context.account('pro');
    const ask = (path: string, headers: Record<string, string> = {}, method = 'POST') => {
      const typed = { 'content-type': 'application/json', ...headers };
      return context.fetch(`${doorsUrl}${path}`, { method, headers: typed, body: '{}' });
    };
    const bearer = { authorization: `Bearer ${key}` };
    const hook = mintHookId(context.ports.randomBytes);
    const bare = { path: '/render', headers: { authorization: key }, body: '{}' };
    const expected: [status: number, path: string, answer: HttpAnswer][] = [
      [401, '/resend/emails without a key', await ask('/resend/emails')],
      [422, '/resend/emails', await ask('/resend/emails', bearer)],
      [422, '/postmark/email', await ask('/postmark/email', { 'x-postmark-server-token': key })],
      [400, '/smtp', await ask('/smtp', bearer)],
      [401, '/supabase/…', await ask(`/supabase/${hook}`)],
      [501, '/resend/domains', await ask('/resend/domains', {}, 'GET')],
      [401, '/v1 with a bare key', await context.call(bare)],
    ];
    const differences = expected
      .filter(([status, , answer]) => answer.status !== status)
      .map(([status, what, answer]) => `${what} got ${inShort(answer)} in place of ${status}`);
    if (differences.length > 0) return judged(differences, '');
    return countedTogether(context, key, () => ask('/smtp', bearer));
  },
};

/** Uses up the rate through a door. Then `/v1` must refuse some of the requests that it alone would let pass. */
async function countedTogether(
  context: StepContext,
  key: string,
  throughDoor: () => Promise<HttpAnswer>,
) {
  const refusedOf = async (send: () => Promise<HttpAnswer>) =>
    (await allAtOnce(send)).filter(({ status }) => status === refusals.rateExceeded.status).length;
  let sent = atOnce;
  for (; (await refusedOf(throughDoor)) === 0; sent += atOnce) {
    if (sent >= mostRequests) return broken(`${sent} requests through a door at once all passed`);
  }
  const over = await refusedOf(() => context.call({ path: '/render', key, body: '{}' }));
  await context.sleep(context.options.waits.pollMs * 5);
  return judged(
    over > 0 ? [] : [`After ${sent} requests through a door, ${atOnce} to /v1 all passed`],
    `Each door read its key, and after ${sent} requests through a door ${over} of ${atOnce} to /v1 were refused`,
  );
}
