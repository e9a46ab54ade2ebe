import { readFile } from 'node:fs/promises';
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

/** Writes `table.count` templates: each is the demo's `welcome`, without a flow. */
export async function fillTemplates(
  table: SizedTable,
  onWritten: (written: number) => void,
): Promise<void> {
  const html = await readFile(
    new URL('../../../templates/welcome/body.html', import.meta.url),
    'utf8',
  );
  const source = { templateId: templateIdAt(0), name: 'Welcome', subject: 'Welcome', html };
  const { content, flowStatus } = await prepare(source);
  let written = 0;
  await inParallel(
    Array.from({ length: table.count }, (_, number) => templateIdAt(number)),
    async (templateId) => {
      const revision = 1;
      const { name, subject } = source;
      await writeRevision(table, accountId, { templateId, revision, createdAt, content });
      const head = { templateId, name, subject, flowStatus, revision, updatedAt: createdAt };
      await writeHead(table, accountId, head, null);
      written += 1;
      onWritten(written);
    },
  );
}
