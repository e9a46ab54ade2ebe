import { templateLoader } from '../../../../shared/adapters/tables/template-loader.ts';
import { readHead } from '../../../../shared/adapters/tables/templates-table.ts';
import { renderContent } from '../../../../shared/engine/render/render-content.ts';
import type { ManagePorts } from '../../../../shared/manage/ports.ts';
import { deleteTemplate } from '../../../../shared/manage/templates/delete-template.ts';
import { prepareSources } from '../../../../shared/manage/templates/prepare-sources.ts';
import { pushRevision, pushTemplates } from '../../../../shared/manage/templates/push-templates.ts';
import { listRevisions, showRevision } from '../../../../shared/manage/templates/revisions.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { showTemplate } from '../../../../shared/manage/templates/templates.ts';
import type { Call, Fate } from '../../../fault-proxy.ts';
import { expect } from '../../../jest.ts';
import { accountPerTest } from '../account-per-test.ts';

type Author = Parameters<typeof pushRevision>[4];

export const template = (
  templateId: string,
  html: string,
  more: Partial<TemplateSource> = {},
): TemplateSource => ({ templateId, name: templateId, subject: 'Hello', html, ...more });

export const partial = (
  templateId: string,
  html: string,
  more: Partial<TemplateSource> = {},
): TemplateSource => template(templateId, html, { subject: '', kind: 'partial', ...more });

/** A flow that returns the mail of another template, if the request has a plan. */
export const flowTo = (other: string) => ({
  nodes: [
    { id: 'pro', type: 'branch', field: 'plan', template: other },
    { id: 'mail', type: 'template' },
  ],
  edges: [{ from: 'pro', to: 'mail' }],
});

/** Whether a call is a write that serves a revision or deletes a template, by default of any template. */
export const isHeadWrite = ({ operation, body }: Call, id = '') =>
  operation === 'TransactWriteItems' && body.includes(id ? `"sk":{"S":"T#${id}"` : '"sk":{"S":"T#');

/** Call it once in a test file: an account for each test, and the usual operations on its templates. */
export async function storedTemplates() {
  const at = await accountPerTest();
  const { ports } = at;

  async function prepare(sources: readonly TemplateSource[], by: ManagePorts = ports) {
    const { prepared, problems } = await prepareSources(by, at.account, sources);
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
    return prepared;
  }
  const pushBy = async (
    by: ManagePorts,
    sources: readonly TemplateSource[],
    options?: Parameters<typeof pushTemplates>[3],
  ) => pushTemplates(by, at.account, await prepare(sources, by), options);

  return {
    at,
    ports,
    withFaults: at.withFaults,
    prepare,
    pushBy,
    push: (...sources: TemplateSource[]) => pushBy(ports, sources),
    problemsOf: async (...sources: TemplateSource[]) =>
      (await prepareSources(ports, at.account, sources)).problems,
    remove: (id: string) => deleteTemplate(ports, at.account, id),
    rollBack: (id: string, revision: number, author?: Author) =>
      pushRevision(ports, at.account, id, revision, author),
    headOf: (id: string) => readHead(ports.templates, at.account, id),
    show: (id: string) => showTemplate(ports, at.account, id),
    revisionsOf: (id: string, range?: Parameters<typeof listRevisions>[3]) =>
      listRevisions(ports, at.account, id, range),
    revisionOf: (id: string, revision: number) => showRevision(ports, at.account, id, revision),

    /** The HTML that execute would send without variables; null if there is no served template. */
    async served(id: string) {
      const loaded = await templateLoader(ports.templates)(at.account, id);
      if (!loaded) return null;
      const rendering = renderContent(loaded.compiled, {});
      return rendering.outcome === 'rendered' ? rendering.html : rendering;
    },

    /** Does work that fails because its writes of heads meet this fate. */
    async interrupted(fate: Fate, work: (by: typeof ports) => Promise<unknown>) {
      const failing = at.withFaults((call) => (isHeadWrite(call) ? fate : 'pass'), work);
      await expect(failing).rejects.toThrow();
    },
  };
}

/** Lets something else happen after the work has read the tables and before its first write of a head. */
export function beforeItsHead(by: ManagePorts, happens: () => Promise<unknown>): void {
  let happened: Promise<unknown> | undefined;
  const { client } = by.templates;
  const { send } = client;
  client.send = async (command, options) => {
    const body = JSON.stringify(command.input);
    if (isHeadWrite({ operation: command.operation, body })) {
      happened ??= happens();
      await happened;
    }
    return send(command, options);
  };
}
