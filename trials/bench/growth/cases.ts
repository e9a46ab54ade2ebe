import { execute } from '../../../functions/execute/run.ts';
import { renderStored } from '../../../functions/render/run.ts';
import { draftLoader, templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import {
  listTemplatePage,
  type TemplatePageQuery,
} from '../../../shared/manage/templates/template-pages.ts';
import { tableNames } from '../../harness/table-names.ts';
import { executePorts } from './counted-account.ts';
import {
  accountId,
  messageIdAt,
  type SizedTable,
  sentAt,
  sesMessageIdAt,
} from './fill-messages.ts';
import { templateIdAt, variables } from './fill-templates.ts';

/** Work that must cost the same, however much is stored. */
export interface GrowthCase {
  name: string;
  /** The items whose number grows. */
  of: 'templates' | 'messages';
  /** The smallest number of items at which it reads as much as it ever does. */
  fullAt: number;
  /** Prepares the work on a table of one size, with everything that a Lambda function keeps between calls. */
  at: (table: SizedTable) => () => Promise<unknown>;
}

const caller = { accountId, keyId: 'key_bench' };
const middle = ({ count }: SizedTable) => Math.floor(count / 2);

/** Records on a page: the default of the lists. */
const limit = 50;

/** A page of the dashboard's list of templates. */
const templatePage = (
  name: string,
  fullAt: number,
  wanted: (table: SizedTable) => Partial<TemplatePageQuery>,
): GrowthCase => ({
  ...{ name, of: 'templates', fullAt },
  at: (table) => () =>
    listTemplatePage({ templates: table }, accountId, { limit, ...wanted(table) }),
});

const portsOf = (table: SizedTable) => ({
  accounts: { client: table.client, name: tableNames.accounts },
  messages: table,
  now: () => sentAt(table.count),
});

const messagePage = (
  name: string,
  fullAt: number,
  wanted: (table: SizedTable) => MessageSearch,
): GrowthCase => ({
  ...{ name, of: 'messages', fullAt },
  at: (table) => () => listMessages(portsOf(table), accountId, wanted(table)),
});

const messageShown = (name: string, idAt: (number: number) => string): GrowthCase => ({
  ...{ name, of: 'messages', fullAt: 1 },
  at: (table) => () => showWithDeliveries(portsOf(table), accountId, idAt(middle(table))),
});

export const growthCases: readonly GrowthCase[] = [
  {
    ...{ name: 'render, warm', of: 'templates', fullAt: 1 },
    at: (table) => {
      const ports = { loadTemplate: templateLoader(table), loadDraft: draftLoader(table) };
      const template_id = templateIdAt(middle(table));
      return () => renderStored({ template_id, variables }, caller, ports);
    },
  },
  {
    ...{ name: 'execute to a callback, warm', of: 'templates', fullAt: 1 },
    at: (table) => {
      const ports = executePorts(templateLoader(table), table);
      const request = { templateId: templateIdAt(middle(table)), variables };
      const received = { requestId: 'r', body: request, header: () => undefined };
      return () => execute(request, caller, received, ports);
    },
  },
  templatePage("the dashboard's page of templates", limit, () => ({})),
  templatePage('its next page, from the middle', 2 * limit + 2, (table) => ({
    after: templateIdAt(middle(table)),
  })),
  // The search finds ten templates, or fewer if the table has fewer.
  templatePage('search by the beginning of an id', 10, (table) => ({
    prefix: templateIdAt(middle(table)).slice(0, -1),
  })),
  messagePage('page of 50 messages', limit, () => ({ limit })),
  messagePage('page of 50 from the middle', 2 * limit, (table) => ({
    ...{ limit, cursor: messageIdAt(middle(table)) },
  })),
  messagePage('search that finds nothing', 1000, () => ({ state: 'BOUNCED' })),
  messageShown('show by its id', messageIdAt),
  messageShown("show by SES's id", sesMessageIdAt),
];
