import type { Item } from './attributes.ts';
import { queryPage, type Table } from './dynamodb.ts';
import { messageIdOf, messageKey, partitionOf } from './message-item.ts';
import { type BlockPlace, BlockReader, BlockRun } from './search-blocks.ts';

export interface PartRange {
  /** Only messages whose ids are at least this. */
  lowest: string;
  /** Only messages that are older than this one. */
  before: string | undefined;
  /** Absent: the reader uses no blocks. */
  search: { terms: readonly string[]; settled: string } | undefined;
}

/** An id after those of all messages: `~` sorts after every digit of a ULID. */
const highest = '~';

/** How many blocks a search without terms reads at once: it needs to know only where they are. */
const fewBlocks = 4;

/**
 * The messages in one part of an account, newest first, read as far as they are asked for. A search passes over the
 * blocks that cannot match, and notes blocks of the settled messages that it had to read.
 */
export class PartReader {
  private readonly table: Table;
  private readonly place: BlockPlace;
  private readonly range: PartRange;
  private readonly blocks: BlockReader | null;
  private readonly runs: BlockRun[] = [];
  private before: string | undefined;
  /** The stretch that is being read: down to `from`. Null: it is read. */
  private open: { from: string; run: BlockRun | null } | null = null;
  /** The records that were read and not taken. */
  readonly items: Item[] = [];
  isLast: boolean;
  /** How many messages were passed over. */
  passed = 0;

  constructor(table: Table, place: BlockPlace, range: PartRange) {
    const { before, lowest, search } = range;
    this.table = table;
    this.place = place;
    this.range = range;
    this.before = before;
    const limit = search?.terms.length === 0 ? fewBlocks : undefined;
    this.blocks = search ? new BlockReader(table, place, limit) : null;
    // DynamoDB refuses a cursor beyond the query's own end.
    this.isLast = before !== undefined && before <= lowest;
  }

  /** Reads the next records, at most so many, in one Query if there are any: DynamoDB ends it at 1 MB. */
  async read(size: number): Promise<void> {
    while (this.items.length === 0 && !this.isLast) {
      this.open ??= await this.nextStretch();
      if (this.open) await this.readStretch(this.open, size);
    }
  }

  async keepBlocks(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.keep(this.table, this.place)));
  }

  /** The next stretch that has to be read; null at the end. */
  private async nextStretch(): Promise<PartReader['open']> {
    const { lowest, search } = this.range;
    if (!search || !this.blocks) return { from: lowest, run: null };
    let { before } = this;
    if (before === undefined || before > search.settled) {
      return { from: max(lowest, search.settled), run: null };
    }
    while (before > lowest) {
      const block = await this.blocks.before(before);
      if (!block || block.below < before) {
        const run = new BlockRun(before, this.blocks.endsAt(before), block?.expiresAt);
        this.runs.push(run);
        return { from: max(lowest, block?.below ?? ''), run };
      }
      if (block.mayHave(search.terms)) return { from: max(lowest, block.from), run: null };
      this.passed += block.count;
      this.before = before = block.from;
    }
    this.isLast = true;
    return null;
  }

  private async readStretch(
    { from, run }: NonNullable<PartReader['open']>,
    size: number,
  ): Promise<void> {
    const partition = partitionOf(this.place.accountId, this.place.part);
    const { Items = [], LastEvaluatedKey } = await queryPage(this.table, {
      KeyConditionExpression: 'accountId = :account AND sk BETWEEN :lowest AND :highest',
      ExpressionAttributeValues: {
        ':account': { S: partition },
        ':lowest': { S: messageKey(from) },
        ':highest': { S: messageKey(highest) },
      },
      ExclusiveStartKey:
        this.before === undefined
          ? undefined
          : { accountId: { S: partition }, sk: { S: messageKey(this.before) } },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: size,
    });
    this.items.push(...Items);
    const last = LastEvaluatedKey && messageIdOf(LastEvaluatedKey);
    this.before = last ?? from;
    run?.add(Items, this.before, last === undefined);
    if (last !== undefined) return;
    this.open = null;
    if (this.before <= this.range.lowest) this.isLast = true;
  }
}

const max = (one: string, other: string) => (one > other ? one : other);
