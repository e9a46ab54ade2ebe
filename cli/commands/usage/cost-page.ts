import { type Item, itemsOf, millionOf } from '../../../shared/manage/cost/bill.ts';
import { type Price, prices } from '../../../shared/manage/cost/prices.ts';
import { standing, type Work } from '../../../shared/manage/cost/usage.ts';

/** The tables of `docs/cost.md` by their names, in Markdown. */
function costTables(): Record<string, string> {
  return {
    prices: priceTable(),
    render: millionTable('render'),
    send: millionTable('send'),
    scheduled: millionTable('scheduled'),
    batched: millionTable('batched'),
    attachment: millionTable('attachment'),
    webhook: millionTable('webhook'),
    verification: millionTable('verification'),
    standing: table(
      ['item', 'amount', 'a month'],
      itemsOf(standing).map(({ what, amount, dollars }) => [what, number(amount), money(dollars)]),
    ),
  };
}

/** Returns the page with each table put between the two comments with its name. */
export function withTables(page: string): string {
  return Object.entries(costTables()).reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`),
        (_, start: string, end: string) => `${start}\n${rows}\n\n${end}`,
      ),
    page,
  );
}

function millionTable(work: Work): string {
  const { items, done, dollars } = millionOf(work);
  const row = ({ what, amount, unit, dollars: cost }: Item) => [
    what,
    quantity(amount, unit),
    money(cost),
  ];
  const [calls, kept] = [items.filter(isDone), items.filter((item) => !isDone(item))];
  return table(
    ['item', 'of a million', ''],
    [
      ...calls.map(row),
      ['**done**', '', `**${money(done)}**`],
      ...kept.map(row),
      ['**all**', '', `**${money(dollars)}**`],
    ],
  );
}

const isDone = ({ kind }: Item) => kind === 'done';

function priceTable(): string {
  const rows = Object.values(prices as Record<string, Price>).map(
    ({ what, dollars, per, unit, source }) => {
      const amount = per === 1 ? '' : per === 1_000_000 ? 'a million ' : `${per} `;
      return [what, `$${dollars}`, `${amount}${unit}`, `[${new URL(source).pathname}](${source})`];
    },
  );
  return table(['item', 'price', 'for', 'source'], rows);
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

export const money = (dollars: number) =>
  `$${dollars.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** An amount with its unit, such as `1 dashboard a month`. The caller gives the unit in the plural. */
export function quantity(amount: number, unit: string): string {
  const shown = number(amount);
  return `${shown} ${shown === '1' ? unit.replace(/s(?= |$)/, '') : unit}`;
}

/** At most four significant digits, with commas between thousands. */
export const number = (amount: number) =>
  amount.toLocaleString('en-US', { maximumSignificantDigits: 4 });
