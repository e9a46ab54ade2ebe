import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { csvLine as lineOf } from '../../parts/csv.ts';

type Column = (message: MessageSummary) => string | number | null | undefined;

const columns: Readonly<Record<string, Column>> = {
  id: ({ id }) => id,
  created: ({ createdAt }) => createdAt,
  state: ({ state }) => state,
  to: ({ to }) => to.join(', '),
  subject: ({ subject }) => subject,
  template: ({ templateId }) => templateId,
  revision: ({ revision }) => revision,
  language: ({ language }) => language,
  scheduled: ({ sendAt }) => sendAt,
  error: ({ error }) => error,
  key: ({ keyId }) => keyId ?? 'dashboard',
  test: ({ test }) => test,
  files: ({ attachments }) => attachments?.map(({ name }) => name).join(', '),
};

export const csvHead = lineOf(Object.keys(columns));

export const csvLine = (message: MessageSummary) =>
  lineOf(Object.values(columns).map((column) => column(message)));
