import type { ManagePorts } from '../../shared/manage/ports.ts';
import { prepareTemplate } from '../../shared/manage/templates/prepare-template.ts';
import { pushTemplates } from '../../shared/manage/templates/push-templates.ts';

export const templateId = 'soak';

/** Saves the one template that every send is of: it renders a little, and sends. */
export async function saveTemplate(ports: ManagePorts, accountId: string): Promise<void> {
  const preparation = await prepareTemplate({
    templateId,
    name: 'Soak',
    subject: '{{send}}',
    html: '<p>Hello {{name|there}}, this is {{send}}.</p>',
    flow: {
      nodes: [
        { id: 'template', type: 'template' },
        { id: 'send', type: 'provider', provider: 'ses', from: 'soak@sender.example' },
      ],
      edges: [{ from: 'template', to: 'send' }],
    },
  });
  if (!preparation.ok) throw new Error(preparation.problems.map((each) => each.message).join());
  await pushTemplates(ports, accountId, [preparation.prepared]);
}

/**
 * The body of the request that makes a send; its id becomes the mail's subject. Each send has its own two recipients:
 * what is reported of one mail does not reach another.
 */
export function bodyOf(sendId: string): string {
  return JSON.stringify({
    templateId,
    variables: { send: sendId },
    _to: `ada.${sendId}@example.com`,
    _cc: `bob.${sendId}@example.com`,
  });
}
