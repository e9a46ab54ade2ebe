import { billOf } from '../../../../shared/manage/cost/bill.ts';
import { expect, test } from '../../../jest.ts';
import { runHere, wordsOf } from '../../in-process.ts';

/** The output of the command. Throws if the command fails. */
async function run(line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runHere(wordsOf(`cost ${line}`), {});
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

test('the cost command prints the bill for its numbers', async () => {
  const month = {
    ...{ render: 20, send: 1000, scheduled: 7, batched: 500, webhook: 90, verification: 3 },
    attachment: 30,
  };

  const printed = await run(
    '--json --sends 1000 --scheduled 7 --batched 500 --webhooks 90 --renders 20 --verifications 3 --attachments 30',
  );

  expect(JSON.parse(printed)).toEqual({ month, ...billOf(month) });
});

test('the cost command names a single request in the singular', async () => {
  const printed = await run('--sends 1000');

  expect(printed).toMatch(/^CloudWatch, dashboard +1 dashboard a month +\$3\.00$/m);
  expect(printed).toMatch(/^EventBridge +1,030 events /m);
});

test('the cost command prints a table with both prices of SES', async () => {
  const printed = await run('--sends 1000000');

  const { dollars, ses } = billOf({
    ...{ render: 0, send: 1_000_000, scheduled: 0, batched: 0, webhook: 0, verification: 0 },
    attachment: 0,
  });
  const cents = (amount = 0) => `$${amount.toFixed(2)}`;
  const rows = printed.trim().split('\n').slice(-5);
  expect(rows.map((line) => line.split(/ {2,}/).filter(Boolean))).toEqual([
    ['Everything but SES', cents(dollars)],
    ['SES, à la carte', '$100.00'],
    ['total', cents(ses[0]?.total)],
    ['SES, Essentials', '$160.00'],
    ['total', cents(ses[1]?.total)],
  ]);
});
