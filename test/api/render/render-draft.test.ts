import { saveDrafts } from '../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { withTestKey } from '../harness/test-key.ts';

const account = await openAccount();
const { accountId, ports, baseUrl } = account;
const { key } = await withTestKey(account, {});

await account.save({ id: 'welcome', html: 'served' }, { id: 'plain', html: 'served' });
for (const templateId of ['welcome', 'invite']) {
  const source = { templateId, name: templateId, subject: 'Draft', html: 'draft of {{name}}' };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error('The draft of this test is wrong');
  const author = { by: 'eva', how: 'push' };
  await saveDrafts(ports, accountId, [preparation.prepared], { author, check: () => {} });
}

const variables = { name: 'Ada' };
const withTest = (template_id: string, draft?: boolean) =>
  call('/v1/render', { key, baseUrl, body: { template_id, variables, draft } });

describe('render of a draft', () => {
  test.each(['welcome', 'invite'])(
    'a test key gets the draft of %s, whether the template is served or not',
    async (id) => {
      const answer = await withTest(id, true);

      expect(answer).toEqual({ status: 200, body: { html: 'draft of Ada', subject: 'Draft' } });
    },
  );

  test('nobody gets a draft without asking for it, and no live key gets one', async () => {
    const served = { status: 200, body: { html: 'served', subject: 'Hello' } };

    expect(await withTest('welcome')).toEqual(served);
    expect(await withTest('welcome', false)).toEqual(served);
    expect(await account.render({ template_id: 'welcome', variables })).toEqual(served);
    expect(await withTest('invite')).toEqual(refusal(404, 'Template not found'));
    expect(await account.execute({ templateId: 'invite', variables })).toEqual(
      refusal(404, 'Template not found'),
    );
    expect(await account.render({ template_id: 'welcome', variables, draft: true })).toEqual(
      refusal(403, 'Only a test key may render a draft'),
    );
  });

  test('a test key gets a 404 for a template without a draft', async () => {
    const missing = refusal(404, 'No draft of this template was found');

    expect(await withTest('plain', true)).toEqual(missing);
    expect(await withTest('none', true)).toEqual(missing);
  });
});
