import { usageNotes, usageText } from '../../../../cli/commands/usage/usage-command.ts';
import type { LineGroup } from '../../../../shared/manage/usage/line-groups.ts';
import { usageRows } from '../../../../shared/manage/usage/usage-rows.ts';
import { documentText, sectionOf } from '../../../docs/commands.ts';
import { expect, test } from '../../../jest.ts';

const group = (name: string | null, endpoint: string, outcome: string, more: object) =>
  ({ name, endpoint, outcome, test: false, recipients: 0, ...more }) as LineGroup;

const groups = [
  group('welcome', 'execute', 'sent', { lines: 41_870, recipients: 41_870 }),
  group('welcome', 'execute', 'validation_failed', { lines: 312 }),
  group('receipt', 'execute', 'sent', { lines: 9204, recipients: 10_118 }),
  group('receipt', 'due', 'sent', { lines: 1200, recipients: 1200 }),
  group('receipt', 'render', 'ok', { lines: 55 }),
  group(null, 'verify', 'ok', { lines: 640 }),
  group('welcome', 'execute', 'sent', { lines: 2350, test: true }),
];

test('the table in docs/operations/monitoring.md is what usage prints', () => {
  const rows = usageRows(groups, 'template');
  const text = usageText(rows, { by: 'template' }, ({ name }) => name ?? '-');

  const [, shown] = /^```\n```\n(.*?)^```$/ms.exec(
    sectionOf(documentText('docs/operations/monitoring.md'), 'Usage'),
  ) ?? ['', ''];
  expect(shown).toBe(`${text}\n`);
});

test('usage says which logs are gone, which rows are missing, and what the search cost', () => {
  const counted = {
    groups: [],
    isCut: true,
    searchedBytes: 770_000_000,
    goneBefore: '2026-11-01T00:00:00.000Z',
  };

  expect(usageNotes(counted, { since: new Date('2026-09-01T00:00:00Z') })).toEqual([
    'The logs from before 2026-11-01 00:00:00 are gone: nothing is counted from 2026-09-01 00:00:00 until then.',
    'There are more rows than CloudWatch returns: those with the fewest lines are missing.',
    'CloudWatch searched 0.77 GB of logs, for $0.0039.',
  ]);
});
