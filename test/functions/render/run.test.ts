import { renderStored } from '../../../functions/render/run.ts';
import type { LoadTemplate } from '../../../shared/adapters/tables/template-loader.ts';
import { callbackPlan } from '../../../shared/engine/flow/plan.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { describe, expect, test } from '../../jest.ts';

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

const drafted = compileTemplate({ subject: 'Draft', html: '<p>{{name}}</p>', text: null });
const loadDraft: LoadTemplate = async (accountId, templateId) =>
  accountId === 'acc_1' && templateId === 'hello'
    ? { revision: 2, compiled: drafted, plan: callbackPlan, copies: null }
    : null;
const ports = { loadTemplate, loadDraft };

describe('rendering a stored template', () => {
  test('rendering a stored template returns the HTML and the subject, and does not load the text', async () => {
    const request = { template_id: 'hello', variables: { name: 'Ada & Bob' } };

    const response = await renderStored(request, caller, ports);

    expect(response).toEqual({ html: '<p>Ada &amp; Bob, here</p>', subject: 'Hello Ada & Bob' });
  });

  test('with a report the answer has the text and each variable’s state, and a missing variable is no refusal', async () => {
    const request = { template_id: 'hello', variables: { name: 'Ada', nmae: 'x' }, report: true };

    const response = await renderStored(request, caller, ports);

    expect(response).toEqual({
      html: '<p>Ada, here</p>',
      subject: 'Hello Ada',
      text: 'unused ',
      language: null,
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

    const response = await renderStored(request, caller, { ...ports, loadTemplate: load });

    expect(response).toEqual({
      html: '<p><b>!</b></p>',
      subject: 'Raw',
      text: null,
      language: null,
      variables: { used: ['code'], defaulted: [], missing: [], unknown: [] },
    });
  });

  test('missing variables count as an empty object', async () => {
    const render = renderStored({ template_id: 'hello' }, caller, ports);

    await expect(render).rejects.toMatchObject({
      status: 400,
      message: 'Missing required variables: name',
    });
  });

  test('an unknown template and one of another account get the same 404', async () => {
    const unknown = renderStored({ template_id: 'other' }, caller, ports);
    const foreign = renderStored(
      { template_id: 'hello' },
      { accountId: 'acc_2', keyId: 'key_2' },
      ports,
    );

    const refusal = { status: 404, message: 'Template not found' };
    await expect(unknown).rejects.toMatchObject(refusal);
    await expect(foreign).rejects.toMatchObject(refusal);
  });

  describe('with a language', () => {
    const pt = compileTemplate({ subject: 'Olá', html: '<p>Olá</p>', text: 'Olá' });
    const load: LoadTemplate = async () => {
      const own = { revision: 1, language: 'en', plan: callbackPlan, copies: null };
      const english = compileTemplate({ subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' });
      const inPt = { ...own, language: 'pt', compiled: pt };
      return { ...own, compiled: english, languages: { tags: ['en', 'pt'], load: () => inPt } };
    };
    const render = (language: string, report = false) =>
      renderStored({ template_id: 'hello', language, report }, caller, {
        ...ports,
        loadTemplate: load,
      });

    test.each([['PT-br'], ['pt']])('%s renders the template in pt', async (language) => {
      expect(await render(language)).toEqual({ subject: 'Olá', html: '<p>Olá</p>' });
    });

    test.each([[''], ['fr'], ['en-GB']])('%j renders it in its own language', async (language) => {
      expect(await render(language)).toEqual({ subject: 'Hi', html: '<p>Hi</p>' });
    });

    test('a report says which language was taken', async () => {
      expect(await render('pt-BR', true)).toMatchObject({ language: 'pt', text: 'Olá' });
      expect(await render('fr', true)).toMatchObject({ language: 'en', text: 'Hi' });
    });

    test.each([
      ['pt_BR', 'language must be a language tag such as pt or pt-BR, found another text'],
      ['a'.repeat(5000), 'language must be a text of at most 100 characters, found a longer one'],
    ])('a text that is no tag is refused with 400', async (language, message) => {
      await expect(render(language)).rejects.toMatchObject({ status: 400, message });
    });
  });
});

describe('rendering the draft of a template', () => {
  const tester = { ...caller, test: {} };
  const variables = { name: 'Ada' };

  test('a test key gets the draft if it asks for the draft, else the served revision', async () => {
    const request = { template_id: 'hello', variables };

    const draft = await renderStored({ ...request, draft: true }, tester, ports);
    const served = await renderStored({ ...request, draft: false }, tester, ports);

    expect(draft).toEqual({ html: '<p>Ada</p>', subject: 'Draft' });
    expect(served).toEqual({ html: '<p>Ada, here</p>', subject: 'Hello Ada' });
  });

  test('a live key gets no draft, and a test key gets 404 if the template has no draft', async () => {
    const draft = true;
    const live = renderStored({ template_id: 'hello', variables, draft }, caller, ports);
    const none = renderStored({ template_id: 'other', variables, draft }, tester, ports);

    const forbidden = { status: 403, message: 'Only a test key may render a draft' };
    await expect(live).rejects.toMatchObject(forbidden);
    const missing = { status: 404, message: 'No draft of this template was found' };
    await expect(none).rejects.toMatchObject(missing);
  });
});
