import { type Item, text, textItem } from './attributes.ts';
import { getItem, itemsOf, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression } from './expression.ts';

/** What a text becomes. `name`: of its attribute, or of the list that it is in. */
export type TextChange = (text: string, name: string) => string;

/** The texts of an item that a change changes, also those in maps and lists, each with its path. */
export function* changedTexts(
  value: Item[string],
  change: TextChange,
  path: (string | number)[] = [],
): Generator<{ path: (string | number)[]; before: string; after: string }> {
  if (value.S !== undefined) {
    const name = path.findLast((step) => typeof step === 'string');
    const after = change(value.S, `${name}`);
    if (after !== value.S) yield { path, before: value.S, after };
  }
  for (const [name, each] of Object.entries(value.M ?? {})) {
    yield* changedTexts(each, change, [...path, name]);
  }
  for (const [at, each] of (value.L ?? []).entries()) {
    yield* changedTexts(each, change, [...path, at]);
  }
}

/** Changes texts of an item, which may have been read already. A repeat changes nothing more. */
export async function changeTexts(
  table: Table,
  Key: Item,
  change: TextChange,
  read?: Item,
): Promise<void> {
  for (let item = read ?? (await getItem(table, Key)); item; item = await getItem(table, Key)) {
    const texts = [...changedTexts({ M: item }, change)];
    if (texts.length === 0) return;
    const expression = new Expression();
    const assignments = texts.map(({ path, before, after }) => {
      const steps = path.map((step) =>
        typeof step === 'number' ? `[${step}]` : `.${expression.name(step)}`,
      );
      const place = steps.join('').slice(1);
      return [`${place} = ${expression.text(after)}`, `${place} = ${expression.text(before)}`];
    });
    const update = updateItem(table, Key, {
      UpdateExpression: `SET ${assignments.map(([set]) => set).join(', ')}`,
      ConditionExpression: assignments.map(([, condition]) => condition).join(' AND '),
      ...expression.attributes(),
    });
    if (await unlessRefused(update)) return;
  }
}

/** Changes texts in the items of a partition with a prefix in their sort key. */
export async function changeTextsOf(
  table: Table,
  accountId: string,
  prefix: string,
  change: TextChange,
): Promise<void> {
  for (const item of await itemsOf(table, accountId, prefix)) {
    await changeTexts(table, textItem({ accountId, sk: text(item, 'sk') }), change, item);
  }
}
