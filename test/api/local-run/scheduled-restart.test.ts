import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';
import { startOwnRun } from '../harness/own-run.ts';

test('npm start that is killed and started again sends the mails that waited, each once', async () => {
  const data = join(temporaryFolder(), 'data');
  const first = await startOwnRun({ data });
  const account = await openAccount('team', first.deployment);
  await account.save({ id: 'later', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
  const schedule = (_to: string, inMs: number) =>
    account.execute({
      ...{ templateId: 'later', variables: {}, _to },
      _sendAt: new Date(Date.now() + inMs).toISOString(),
    });
  const began = performance.now();
  await schedule('far@inbox.example.com', 60 * 60_000);
  // Late enough that the run is killed before then, even on a slow machine.
  const took = performance.now() - began;
  await schedule('soon@inbox.example.com', 5000 + 20 * took);
  await first.stop('SIGKILL');

  const second = await startOwnRun({ data });
  const { accountId } = account;
  const again = { ...account, ports: (await openAccount('team', second.deployment)).ports };
  await messageThatIs('DELIVERED', { ...again, accountId }, 'soon@inbox.example.com');

  const answer = await fetch(`${second.deployment.sesEndpoint}/store`);
  const { emails } = (await answer.json()) as { emails: { destination: { to: string[] } }[] };
  expect(emails.map(({ destination }) => destination.to)).toEqual([['soon@inbox.example.com']]);
});
