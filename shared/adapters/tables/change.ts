import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { Item } from './attributes.ts';
import { deleteItem, putItem, type Table, updateItem } from './dynamodb.ts';

/** One write of a transaction. */
export type Write = Pick<TransactWriteItem, 'Put' | 'Update' | 'Delete'>;

/**
 * Makes the writes of a change, all or none: `changeWith` makes them with the entry of the trail. Functions that change
 * what people manage take a `Change` without a default, so that none is forgotten.
 */
export type Change = (table: Table, ...writes: readonly Write[]) => Promise<void>;

type Rest<Name extends keyof Write, Given extends string> = Omit<
  NonNullable<Write[Name]>,
  'TableName' | Given
>;

export const put = ({ name }: Table, Item: Item, condition: Rest<'Put', 'Item'> = {}): Write => ({
  Put: { TableName: name, Item, ...condition },
});

export const update = ({ name }: Table, Key: Item, change: Rest<'Update', 'Key'>): Write => ({
  Update: { TableName: name, Key, ...change },
});

export const remove = (
  { name }: Table,
  Key: Item,
  condition: Rest<'Delete', 'Key'> = {},
): Write => ({
  Delete: { TableName: name, Key, ...condition },
});

/** The service's own doing, and a step of a change that another write makes true: these have no entry of their own. */
export const alone: Change = async ({ client }, ...writes) => {
  for (const { Put, Update, Delete } of writes) {
    const table = (name = '') => ({ client, name });
    if (Put) await putItem(table(Put.TableName), Put.Item ?? {}, Put);
    if (Update) await updateItem(table(Update.TableName), Update.Key ?? {}, Update);
    if (Delete) await deleteItem(table(Delete.TableName), Delete.Key ?? {}, Delete);
  }
};
