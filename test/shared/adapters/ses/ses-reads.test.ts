import { sesSetup } from '../../../../cli/aws/ses-setup.ts';
import { atTerminal } from '../../../../shared/adapters/call-times.ts';
import { sesReads } from '../../../../shared/adapters/ses/ses-reads.ts';
import { expect, test } from '../../../jest.ts';
import { serve } from '../../../serve.ts';

const answers: Record<string, object> = {
  '/v2/email/account': { SendingEnabled: true, SendQuota: { Max24HourSend: 200 } },
  '/v2/email/identities/ada%2Bx%40example.com': {
    VerificationStatus: 'SUCCESS',
    VerifiedForSendingStatus: true,
    DkimAttributes: { SigningEnabled: true, Status: 'SUCCESS', Tokens: ['a', 'b'] },
  },
  '/v2/email/configuration-sets/set': { SendingOptions: { SendingEnabled: false } },
  '/v2/email/configuration-sets/set/event-destinations': {
    EventDestinations: [
      { Name: 'events', Enabled: true, MatchingEventTypes: ['BOUNCE'], EventBridgeDestination: {} },
    ],
  },
};

const { url } = await serve(({ url = '', headers }, response) => {
  const signed = /^AWS4-HMAC-SHA256 .*\/ses\/aws4_request/.test(headers.authorization ?? '');
  const found = signed ? answers[url] : undefined;
  const type = found ? {} : { 'x-amzn-errortype': 'NotFoundException' };
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json', ...type });
  response.end(JSON.stringify(found ?? { message: 'none' }));
});

test('what a function reads of SES without the SDK’s client is what that client reads', async () => {
  process.env.AWS_REGION = 'eu-west-1';
  process.env.AWS_ACCESS_KEY_ID = 'id';
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  process.env.AWS_ENDPOINT_URL_SESV2 = url;
  const all = (ses: ReturnType<typeof sesReads>) =>
    Promise.all([
      ses.account(),
      ses.identity('ada+x@example.com'),
      ses.identity('none.example'),
      ses.configurationSet('set'),
      ses.configurationSet('none'),
    ]);

  const read = await all(sesReads(atTerminal));

  const sdk = sesSetup(atTerminal);
  expect(read).toEqual(await all(sdk));
  expect(read[1]).toMatchObject({ maySend: true, dkim: { tokens: ['a', 'b'] } });
  expect([read[2], read[4]]).toEqual([null, null]);
  sdk.close();
});
