import {
  encodeRevision,
  type TemplateRevision,
} from '../../../shared/adapters/tables/revision-format.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../../shared/manage/templates/push-templates.ts';
import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { flowOf, provider, regex, template } from '../harness/flow.ts';

const account = await openAccount();

async function saveDamaged(id: string, damage: (revision: TemplateRevision) => object) {
  const flow = flowOf(regex({ field: 'a', pattern: 'x' }), template, provider());
  const source = { templateId: id, name: id, subject: 'Hello', html: '<p>{{a}}</p>', flow };
  const preparation = await prepareTemplate(source);
  if (!preparation.ok) throw new Error('The template is wrong');
  const revision = { ...preparation.prepared.revision, ...damage(preparation.prepared.revision) };
  const prepared = { ...preparation.prepared, content: encodeRevision(revision) };
  await pushTemplates(account.ports, account.accountId, [prepared]);
}

const flowError = (error: string) => ({
  status: 200,
  body: { success: false, type: 'flow_error', error },
});
const unreadable =
  'The stored flow cannot be read by this version of the service, save the template again';
const bad = [{ node: 'r', kind: 'regex', field: 'a', pattern: '(', message: null }];

test.each<[string, (revision: TemplateRevision) => object, string]>([
  [
    'newer than the code',
    ({ plan }) => ({ plan: { ...(plan as object), version: 999 } }),
    unreadable,
  ],
  ['no flow at all', () => ({ plan: 'x' }), unreadable],
  [
    'of a pattern that no longer compiles',
    ({ plan }) => ({ plan: { ...(plan as object), checks: bad } }),
    'A stored pattern does not compile: missing closing ): `(`',
  ],
])(
  'a stored flow that is %s gives flow_error in execute, and render works',
  async (name, damage, error) => {
    const id = name.replaceAll(' ', '-');
    await saveDamaged(id, damage);

    const request = { templateId: id, variables: { a: 'x' }, _to: 'ada@good.example' };
    const executed = await account.execute(request);
    const rendered = await account.render({ template_id: id, variables: { a: 'x' } });

    expect(executed).toEqual(flowError(error));
    expect(rendered).toEqual({ status: 200, body: { html: '<p>x</p>', subject: 'Hello' } });
  },
);
