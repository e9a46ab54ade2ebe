import type { AddressFinder } from '../../people/find-address.ts';
import type { Left } from '../../people/person-data.ts';
import { type Item, text, textItem } from './attributes.ts';
import { getItem, queryPage, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { pausesIn, pausesItem } from './pause-item.ts';
import { decodeRevision } from './revision-format.ts';
import { draftIn, originIn } from './revision-origin.ts';

/** A page of everything that is stored of an account's templates, in the order of the keys. `next`: null at the end. */
export async function readTemplateItems(
  templates: Table,
  accountId: string,
  { after, limit }: { after?: string | undefined; limit?: number | undefined },
): Promise<{ items: Item[]; next: string | null }> {
  const { Items = [], LastEvaluatedKey } = await queryPage(templates, {
    KeyConditionExpression: 'accountId = :account',
    ExpressionAttributeValues: { ':account': { S: accountId } },
    ConsistentRead: true,
    ExclusiveStartKey: after === undefined ? undefined : textItem({ accountId, sk: after }),
    Limit: limit,
  });
  return { items: Items, next: LastEvaluatedKey ? text(LastEvaluatedKey, 'sk') : null };
}

const todos = {
  'test data': 'Save it without the address; earlier revisions stay',
  content: 'Save it without the address; earlier revisions stay',
  note: 'It stays in the history: write no addresses into notes',
};

/** What an item has of the address beside the names of those who acted. */
export function leftIn(item: Item, { isIn }: AddressFinder): Left[] {
  const [, templateId = '', number] = text(item, 'sk').split('#');
  const found = (Object.keys(todos) as (keyof typeof todos)[]).filter((what) =>
    textsOf(item)[what].some((each) => each !== undefined && isIn(each)),
  );
  const revision = number && /^\d+$/.test(number) ? Number(number) : undefined;
  return found.map((what) => ({
    ...{ what, where: `template:${templateId}`, revision, todo: todos[what] },
  }));
}

function textsOf(item: Item) {
  const notes = (pausesIn(item) ?? []).map(({ note }) => note);
  const content = item.content?.B;
  if (content === undefined) {
    const own = [originIn(item)?.note, draftIn(item)?.origin.note, ...notes];
    return { 'test data': [], content: [item.name?.S, item.subject?.S], note: own };
  }
  const { testData, compiled: _, plan: __, ...parts } = decodeRevision(content);
  return { 'test data': [JSON.stringify(testData)], content: [JSON.stringify(parts)], note: [] };
}

/** What stands in the history for a person who is forgotten. */
export const formerUser = 'former user';

/** Whether an item names the person as who acted. */
export const namesActor = (item: Item, finder: AddressFinder): boolean =>
  changesOf(item, finder).length > 0;

/** Puts `former user` in place of the person's name in the history of a template. A repeat changes nothing. */
export async function forgetActorIn(
  templates: Table,
  item: Item,
  finder: AddressFinder,
): Promise<void> {
  const Key = textItem({ accountId: text(item, 'accountId'), sk: text(item, 'sk') });
  for (;;) {
    const there = await getItem(templates, Key);
    const changes = there ? changesOf(there, finder) : [];
    if (changes.length === 0) return;
    const expression = new Expression();
    const written = changes.map(({ path, before, after }) => {
      const name = path.map((each) => expression.name(each)).join('.');
      const [was, is] = [expression.text(before), expression.text(after)];
      return { set: `${name} = ${is}`, condition: `${name} = ${was}` };
    });
    const update = updateItem(templates, Key, {
      UpdateExpression: `SET ${written.map(({ set }) => set).join(', ')}`,
      ConditionExpression: written.map(({ condition }) => condition).join(' AND '),
      ...expression.attributes(),
    });
    // A save may have come first.
    if (await unlessRefused(update)) return;
  }
}

function changesOf(item: Item, { is }: AddressFinder) {
  const [origin, draft, pauses = []] = [originIn(item), draftIn(item)?.origin, pausesIn(item)];
  const changeAt = (path: string[], by = '') =>
    is(by) ? [{ path, before: by, after: formerUser }] : [];
  const named = <At extends { by: string }>(at: At): At =>
    is(at.by) ? { ...at, by: formerUser } : at;
  const rest = pauses.map(({ resumed, ...pause }) => {
    return { ...named(pause), ...(resumed && { resumed: named(resumed) }) };
  });
  const [before, after] = [pausesItem(pauses).S, pausesItem(rest).S];
  return [
    ...changeAt(['origin', 'by'], origin?.by),
    ...changeAt(['draft', 'origin', 'by'], draft?.by),
    ...(before === after ? [] : [{ path: ['pauses'], before, after }]),
  ];
}
