import { alone } from '../../../shared/adapters/tables/change.ts';
import {
  writeHead,
  writeRevision,
} from '../../../shared/adapters/tables/templates-table-writes.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { prepare } from '../../harness/accounts.ts';
import { accountId, type SizedTable } from './fill-messages.ts';

export const templateIdAt = (number: number) => `template-${String(number).padStart(6, '0')}`;

/** Values for the template. */
export const variables = { name: 'Ada' };

const createdAt = '2026-05-01T10:00:00.000Z';

/** Writes `table.count` templates with one placeholder and no flow. */
export async function fillTemplates(table: SizedTable): Promise<void> {
  const source = { name: 'Welcome', subject: 'Welcome', html: '<p>Hello {{name}}</p>' };
  const { content, flowStatus } = await prepare({ ...source, templateId: templateIdAt(0) });
  const { name, subject } = source;
  const revision = 1;
  const ids = Array.from({ length: table.count }, (_, number) => templateIdAt(number));
  await inParallel(ids, async (templateId) => {
    await writeRevision(table, accountId, { templateId, revision, createdAt, content });
    const head = { templateId, name, subject, flowStatus, revision, updatedAt: createdAt };
    await writeHead(table, accountId, head, null, alone);
  });
}
