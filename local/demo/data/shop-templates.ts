import { firstAddress } from '../../../cli/folders/flow-sender.ts';
import type { TemplateSource } from '../../../shared/manage/templates/template-source.ts';
import { mails, partials, translations } from './shop.ts';

export type Topic = keyof typeof mails;

/** The template that bounces on the last day. */
export const bouncing = 'back-in-stock';

export const topics = Object.keys(mails) as Topic[];

/** The ids of a topic's templates. */
export const idsOf = (topic: Topic): string[] => rowsOf(topic).map(({ templateId }) => templateId);

function rowsOf(topic: Topic) {
  return mails[topic]
    .trim()
    .split('\n')
    .map((line) => {
      const bar = line.indexOf('|');
      const name = line.slice(0, bar).trim();
      const headline = line.slice(bar + 1).trim();
      return { templateId: name.toLowerCase().replaceAll(' ', '-'), name, headline };
    });
}

/** The partials and the templates of the shop. `senders`: the addresses and domains that flows may send from. */
export function shopTemplates(senders: readonly string[]): TemplateSource[] {
  const from = `Northwind <${firstAddress(senders) ?? 'hello@inbox.example.com'}>`;
  const taken = Object.entries(partials).map(([templateId, [name, html]]) => {
    return { templateId, kind: 'partial' as const, name, subject: '', html };
  });
  return [...taken, ...topics.flatMap((topic) => rowsOf(topic).map(sourceIn(topic, from)))];
}

/** The templates whose flow returns the mail to the caller, and those without a flow. */
const returned: readonly string[] = ['data-export-ready', 'webinar-recording', 'monthly-report'];
const withoutFlow: readonly string[] = ['birthday-greeting', 'survey'];

/** Whether a request for the template sends a mail. */
export const sends = (templateId: string) =>
  !returned.includes(templateId) && !withoutFlow.includes(templateId);

const sourceIn =
  (topic: Topic, from: string) =>
  ({ templateId, name, headline }: ReturnType<typeof rowsOf>[number]): TemplateSource => {
    const other = translations[templateId];
    const contents = Object.entries(other ?? {}).map(([tag, line]) => [tag, content(topic, line)]);
    return {
      templateId,
      name,
      layout: topic === 'team' ? 'plain' : 'base',
      ...content(topic, headline),
      ...(other && { language: 'en', languages: Object.fromEntries(contents) }),
      ...(topic === 'account' && { keep: '7d', secret: ['code'] }),
      ...(topic === 'orders' && { keep: '30d' }),
      flow: withoutFlow.includes(templateId) ? undefined : flowOf(templateId, topic, from),
      tags: [topic, ...(other ? ['translated'] : [])],
      testData,
    };
  };

function content(topic: Topic, headline: string) {
  const lines = topic === 'orders' || topic === 'billing' ? '{{> order-lines}}' : '';
  return {
    subject: headline,
    html: `<h1>${headline}</h1>\n<p>Hello {{name|there}},</p>\n${lines}\n{{> button}}\n`,
  };
}

/** Values for all placeholders. */
export const testData = {
  name: 'Ada',
  order: '10234',
  amount: '€ 18.00',
  code: '482913',
  link: 'https://northwind.example/orders/10234',
  items: [{ name: 'Notebook', price: '€ 9.00' }],
};

function flowOf(templateId: string, topic: Topic, from: string) {
  const gates = {
    ...{ orders: [], support: [], team: [], news: [] },
    billing: [
      { id: 'reachable', type: 'verification', kind: 'email_domain' },
      {
        id: 'complete',
        type: 'verification',
        kind: 'required_fields',
        fields: ['order', 'amount'],
      },
    ],
    account: [
      {
        ...{
          id: 'code',
          type: 'verification',
          kind: 'regex',
          field: 'code',
          pattern: '^[0-9]{6}$',
        },
        message: { en: 'The code must have six digits', de: 'Der Code muss sechs Ziffern haben' },
      },
    ],
  }[topic];
  const inputs = Object.keys(testData).map((name) => ({ name }));
  const unsubscribe = topic === 'news' && { unsubscribe: 'https://northwind.example/leave' };
  const nodes = [
    { id: 'inputs', type: 'variables', variables: inputs },
    ...gates,
    { id: 'mail', type: 'template' },
    returned.includes(templateId)
      ? { id: 'return', type: 'callback' }
      : { id: 'send', type: 'provider', provider: 'ses', from, ...unsubscribe },
  ];
  const edges = nodes.slice(1).map(({ id: to }, index) => ({ from: nodes[index]?.id, to }));
  return { nodes, edges };
}
