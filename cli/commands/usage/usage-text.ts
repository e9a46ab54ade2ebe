import { prices } from '../../../shared/manage/cost/prices.ts';
import type { CountedLines } from '../../../shared/manage/usage/line-groups.ts';
import { estimate, sumOfRows, type UsageRow } from '../../../shared/manage/usage/usage-rows.ts';
import type { UsageSearch } from '../../../shared/manage/usage/usage-search.ts';
import { localTime } from '../../terminal/local-time.ts';
import { table } from '../../terminal/result.ts';
import { money, quantity } from './cost-page.ts';

/** A table of the live rows, one of the rows of test keys, and the sentence that this is an estimate. */
export function usageText(
  rows: readonly UsageRow[],
  { by }: Pick<UsageSearch, 'by'>,
  nameOf: (row: UsageRow) => string,
): string {
  const live = rows.filter(({ test }) => !test);
  const tests = rows.filter(({ test }) => test);
  const shown = (of: readonly UsageRow[], test: boolean) => {
    const all = sumOfRows(of, { name: null, test });
    const cells = of.map((row) => cellsOf(nameOf(row), row));
    return table([by.toUpperCase(), ...headings], [...cells, cellsOf('all', all)]);
  };
  const parts = [
    shown(live, false),
    ...(tests.length > 0 ? [`Test keys\n${shown(tests, true)}`] : []),
    estimate,
  ];
  return parts.join('\n\n');
}

const headings = [
  ...['MAILS', 'RECIPIENTS', 'OTHER REQUESTS', 'SERVICE'],
  ...['SES À LA CARTE', 'SES ESSENTIALS'],
];

const cellsOf = (
  name: string,
  { mails, recipients, otherRequests, service, ses }: Omit<UsageRow, 'name'>,
) => [
  name,
  ...[mails, recipients, otherRequests].map((count) => count.toLocaleString('en-US')),
  ...[service, ses['à la carte'], ses.Essentials].map(dollars),
];

/** Dollars and cents; less than a cent has hundredths of a cent. */
function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return '<$0.0001';
  return amount > 0 && amount < 0.01 ? `$${amount.toFixed(4)}` : money(amount);
}

/** What a person must know of the numbers: lines that are gone, a cut answer, and what the search cost. */
export function usageNotes(
  { isCut, goneBefore, searchedBytes }: CountedLines,
  { since }: Pick<UsageSearch, 'since'>,
): string[] {
  const asked = localTime(since.toISOString());
  return [
    ...(goneBefore === null
      ? []
      : [
          `The logs from before ${localTime(goneBefore)} are gone: nothing is counted from ${asked} until then.`,
        ]),
    ...(isCut
      ? ['There are more rows than CloudWatch returns: those with the fewest lines are missing.']
      : []),
    ...(searchedBytes === null ? [] : [searchCost(searchedBytes)]),
  ];
}

function searchCost(bytes: number): string {
  const { dollars: price, per } = prices.queriedLogBytes;
  const gigabytes = bytes / 1e9;
  return `CloudWatch searched ${quantity(gigabytes, 'GB')} of logs, for ${dollars((gigabytes / per) * price)}.`;
}
