import { describe, expect, test } from 'vitest';
import { renderStored } from '../../../functions/render/run.ts';
import type { LoadTemplate } from '../../../shared/adapters/tables/template-loader.ts';
import { callbackPlan } from '../../../shared/engine/flow/plan.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';

const compiled = compileTemplate({
  subject: 'Hello {{name}}',
  html: '<p>{{name}}, {{place|here}}</p>',
  text: 'unused {{only_in_text}}',
});
const caller = { accountId: 'acc_1', keyId: 'key_1' };

/** Knows one template of one account. */
const loadTemplate: LoadTemplate = async (accountId, templateId) =>
  accountId === 'acc_1' && templateId === 'hello'
    ? { revision: 1, compiled, plan: callbackPlan, copies: null }
    : null;

describe('rendering a stored template', () => {
  test('rendering a stored template returns the HTML and the subject, and does not load the text', async () => {
    const request = { template_id: 'hello', variables: { name: 'Ada & Bob' } };

    const response = await renderStored(request, caller, { loadTemplate });

    expect(response).toEqual({ html: '<p>Ada &amp; Bob, here</p>', subject: 'Hello Ada & Bob' });
  });

  test('with a report the answer has the text and each variable’s state, and a missing variable is no refusal', async () => {
    const request = { template_id: 'hello', variables: { name: 'Ada', nmae: 'x' }, report: true };

    const response = await renderStored(request, caller, { loadTemplate });

    expect(response).toEqual({
      html: '<p>Ada, here</p>',
      subject: 'Hello Ada',
      text: 'unused ',
      variables: {
        used: ['name'],
        defaulted: ['place'],
        missing: ['only_in_text'],
        unknown: ['nmae'],
      },
    });
  });

  test('a report has no text if only each mail has one: the template prints raw HTML', async () => {
    const raw = compileTemplate({ subject: 'Raw', html: '<p>{{{code}}}</p>', text: null });
    const load: LoadTemplate = async () => ({
      revision: 1,
      compiled: raw,
      plan: callbackPlan,
      copies: null,
    });
    const request = { template_id: 'raw', variables: { code: '<b>!</b>' }, report: true };

    const response = await renderStored(request, caller, { loadTemplate: load });

    expect(response).toEqual({
      html: '<p><b>!</b></p>',
      subject: 'Raw',
      text: null,
      variables: { used: ['code'], defaulted: [], missing: [], unknown: [] },
    });
  });

  test('missing variables count as an empty object', async () => {
    const render = renderStored({ template_id: 'hello' }, caller, { loadTemplate });

    await expect(render).rejects.toMatchObject({
      status: 400,
      message: 'Missing required variables: name',
    });
  });

  test('an unknown template and one of another account get the same 404', async () => {
    const unknown = renderStored({ template_id: 'other' }, caller, { loadTemplate });
    const foreign = renderStored(
      { template_id: 'hello' },
      { accountId: 'acc_2', keyId: 'key_2' },
      { loadTemplate },
    );

    const refusal = { status: 404, message: 'Template not found' };
    await expect(unknown).rejects.toMatchObject(refusal);
    await expect(foreign).rejects.toMatchObject(refusal);
  });
});
