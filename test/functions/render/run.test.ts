import { renderStored } from '../../../functions/render/run.ts';
import type { LoadTemplate } from '../../../shared/adapters/tables/template-loader.ts';
import { callbackPlan } from '../../../shared/engine/flow/plan.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { describe, expect, test } from '../../jest.ts';

/** Loads one template of one account. */
const loading = (revision: number, subject: string): LoadTemplate => {
  const compiled = compileTemplate({ subject, html: '<p>{{name}}</p>', text: null });
  return async (accountId, templateId) =>
    accountId === 'acc_1' && templateId === 'hello'
      ? { revision, compiled, plan: callbackPlan, copies: null }
      : null;
};
const ports = { loadTemplate: loading(1, 'Served'), loadDraft: loading(2, 'Draft') };
const live = { accountId: 'acc_1', keyId: 'key_1' };
const tester = { ...live, test: {} };
const request = { template_id: 'hello', variables: { name: 'Ada' } };

describe('rendering the draft of a template', () => {
  test('a test key gets the draft if it asks for the draft, else the served revision', async () => {
    const draft = await renderStored({ ...request, draft: true }, tester, ports);
    const served = await renderStored({ ...request, draft: false }, tester, ports);

    expect(draft).toEqual({ html: '<p>Ada</p>', subject: 'Draft' });
    expect(served).toEqual({ html: '<p>Ada</p>', subject: 'Served' });
  });

  test('a live key gets no draft, and a test key gets 404 if the template has no draft', async () => {
    const none = { ...request, template_id: 'other', draft: true };

    const forbidden = { status: 403, message: 'Only a test key may render a draft' };
    await expect(renderStored({ ...request, draft: true }, live, ports)).rejects.toMatchObject(
      forbidden,
    );
    const missing = { status: 404, message: 'No draft of this template was found' };
    await expect(renderStored(none, tester, ports)).rejects.toMatchObject(missing);
  });
});
