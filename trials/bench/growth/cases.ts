import { execute } from '../../../functions/execute/run.ts';
import { renderStored } from '../../../functions/render/run.ts';
import { draftLoader, templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { listHeads } from '../../../shared/adapters/tables/templates-table-writes.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
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
import { executePorts } from './request-world.ts';

/** Prepares the work on a table of one size, with everything that a Lambda function keeps between calls. */
type WorkAt = (table: SizedTable) => () => Promise<unknown>;

/** Work that must cost the same, however much is stored. */
export interface GrowthCase {
  name: string;
  /** The items whose number grows. */
  of: 'templates' | 'messages';
  /** The smallest number of items at which it reads as much as it ever does. */
  fullAt: number;
  at: WorkAt;
}

const caller = { accountId, keyId: 'key_bench' };
const middle = ({ count }: SizedTable) => Math.floor(count / 2);

/** Records on a page: the default of the lists. */
const pageItems = 50;

const ofTemplates = (name: string, fullAt: number, at: WorkAt): GrowthCase => {
  return { name, of: 'templates', fullAt, at };
};

const ofMessages = (
  name: string,
  fullAt: number,
  at: (table: SizedTable, ports: Parameters<typeof listMessages>[0]) => () => Promise<unknown>,
): GrowthCase => {
  const portsOf = (table: SizedTable) => ({
    accounts: { client: table.client, name: tableNames.accounts },
    messages: table,
    now: () => sentAt(table.count),
  });
  return { name, of: 'messages', fullAt, at: (table) => at(table, portsOf(table)) };
};

/** A page of the dashboard's list of templates. */
const pageOf = (table: SizedTable, wanted: Parameters<typeof listTemplatePage>[2]) => () =>
  listTemplatePage({ templates: table }, accountId, wanted);

export const growthCases: readonly GrowthCase[] = [
  ofTemplates('render, warm', 1, (table) => {
    const ports = { loadTemplate: templateLoader(table), loadDraft: draftLoader(table) };
    const template_id = templateIdAt(middle(table));
    return () => renderStored({ template_id, variables }, caller, ports);
  }),
  ofTemplates('execute to a callback, warm', 1, (table) => {
    const ports = executePorts(templateLoader(table), table);
    const request = { templateId: templateIdAt(middle(table)), variables };
    const received = { requestId: 'r', body: request, header: () => undefined };
    return () => execute(request, caller, received, ports);
  }),
  ofTemplates('page of 10 templates', 10, (table) => {
    return () => listHeads(table, accountId, { limit: 10 });
  }),
  ofTemplates("the dashboard's page of templates", pageItems, (table) => {
    return pageOf(table, { limit: pageItems });
  }),
  ofTemplates('its next page, from the middle', 2 * pageItems + 2, (table) => {
    return pageOf(table, { limit: pageItems, after: templateIdAt(middle(table)) });
  }),
  ofTemplates('search by the beginning of an id', 10, (table) => {
    // The search finds ten templates, or fewer if the table has fewer.
    return pageOf(table, { limit: pageItems, prefix: templateIdAt(middle(table)).slice(0, -1) });
  }),
  ofMessages('page of 50 messages', pageItems, (_, ports) => {
    return () => listMessages(ports, accountId, { limit: pageItems });
  }),
  ofMessages('page of 50 from the middle', 2 * pageItems, (table, ports) => {
    const cursor = messageIdAt(middle(table));
    return () => listMessages(ports, accountId, { limit: pageItems, cursor });
  }),
  ofMessages('search that finds nothing', 1000, (_, ports) => {
    return () => listMessages(ports, accountId, { state: 'BOUNCED' });
  }),
  ofMessages('show by its id', 1, (table, ports) => {
    return () => showWithDeliveries(ports, accountId, messageIdAt(middle(table)));
  }),
  ofMessages("show by SES's id", 1, (table, ports) => {
    return () => showWithDeliveries(ports, accountId, sesMessageIdAt(middle(table)));
  }),
];
