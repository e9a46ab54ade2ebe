import { execute } from '../../../functions/execute/run.ts';
import { renderStored } from '../../../functions/render/run.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { listHeads } from '../../../shared/adapters/tables/templates-table-writes.ts';
import { listMessages, showMessage } from '../../../shared/manage/messages/messages.ts';
import { listTemplatePage } from '../../../shared/manage/templates/template-pages.ts';
import { tableNames } from '../../harness/table-names.ts';
import {
  accountId,
  messageIdAt,
  type SizedTable,
  sentAt,
  sesMessageIdAt,
} from './fill-messages.ts';
import { templateIdAt, variables } from './fill-templates.ts';
import { executePorts } from './ports.ts';

/** Work that must cost the same, however much is stored. */
export interface GrowthCase {
  name: string;
  /** The items whose number grows. */
  of: 'templates' | 'messages';
  /** The least number of items with which it reads as much as it can. */
  fullAt: number;
  /** Returns the work at a table of some size; it keeps there whatever a function keeps between calls. */
  at: (table: SizedTable) => () => Promise<unknown>;
}

const caller = { accountId, keyId: 'key_bench' };
const middle = ({ count }: SizedTable) => Math.floor(count / 2);
const portsOf = (table: SizedTable) => ({
  accounts: { client: table.client, name: tableNames.accounts },
  messages: table,
  now: () => sentAt(table.count),
});

/** Records of a page: the default of the lists. */
const pageItems = 50;

export const growthCases: readonly GrowthCase[] = [
  {
    name: 'render, warm',
    of: 'templates',
    fullAt: 1,
    at: (table) => {
      const loadTemplate = templateLoader(table);
      const template_id = templateIdAt(middle(table));
      return () => renderStored({ template_id, variables }, caller, { loadTemplate });
    },
  },
  {
    name: 'execute to a callback, warm',
    of: 'templates',
    fullAt: 1,
    at: (table) => {
      const ports = executePorts(templateLoader(table), table);
      const request = { templateId: templateIdAt(middle(table)), variables };
      const received = { requestId: 'r', body: request, header: () => undefined };
      return () => execute(request, caller, received, ports);
    },
  },
  {
    name: 'page of 10 templates',
    of: 'templates',
    fullAt: 10,
    at: (table) => () => listHeads(table, accountId, { limit: 10 }),
  },
  {
    name: "the dashboard's page of templates",
    of: 'templates',
    fullAt: pageItems,
    at: (table) => () => listTemplatePage({ templates: table }, accountId, { limit: pageItems }),
  },
  {
    name: 'the next one, from the middle',
    of: 'templates',
    fullAt: 2 * pageItems + 2,
    at: (table) => {
      const asked = { limit: pageItems, after: templateIdAt(middle(table)) };
      return () => listTemplatePage({ templates: table }, accountId, asked);
    },
  },
  {
    name: 'search by the beginning of an id',
    of: 'templates',
    fullAt: 10,
    at: (table) => {
      // It finds ten, where there are as many.
      const search = templateIdAt(middle(table)).slice(0, -1);
      const asked = { limit: pageItems, search };
      return () => listTemplatePage({ templates: table }, accountId, asked);
    },
  },
  {
    name: 'page of 50 messages',
    of: 'messages',
    fullAt: pageItems,
    at: (table) => () => listMessages(portsOf(table), accountId, { limit: pageItems }),
  },
  {
    name: 'page of 50 from the middle',
    of: 'messages',
    fullAt: 2 * pageItems,
    at: (table) => {
      const cursor = messageIdAt(middle(table));
      return () => listMessages(portsOf(table), accountId, { limit: pageItems, cursor });
    },
  },
  {
    name: 'search that finds nothing',
    of: 'messages',
    fullAt: 1000,
    at: (table) => () => listMessages(portsOf(table), accountId, { state: 'BOUNCED' }),
  },
  {
    name: 'show by its id',
    of: 'messages',
    fullAt: 1,
    at: (table) => () => showMessage(portsOf(table), accountId, messageIdAt(middle(table))),
  },
  {
    name: "show by SES's id",
    of: 'messages',
    fullAt: 1,
    at: (table) => () => showMessage(portsOf(table), accountId, sesMessageIdAt(middle(table))),
  },
];
