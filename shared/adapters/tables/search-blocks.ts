import { filterOf, mayHave, termsOf } from '../../message/search-terms.ts';
import { bytes, type Item, map, number, optionalText, text, textItem } from './attributes.ts';
import { putItem, queryPage, type Table } from './dynamodb.ts';
import { messageFormat } from './message-item.ts';

/** Raise it when the terms or the filter change. Blocks of another format are not used. */
const blockFormat = 1;

/** What blocks' sort keys begin with. All blocks of an account are in its first part, so one Query finds them. */
export const blockPrefix = 'B#';

/** The messages of a part whose ids are at least `from` and below `below`, as a search that read all of them noted. */
export interface SearchBlock {
  from: string;
  below: string;
  count: number;
  /** Seconds since 1970: all its messages have expired by then. */
  expiresAt: number;
  /** Whether one of its messages may have all these terms. */
  mayHave: (terms: readonly string[]) => boolean;
}

/** The part of an account that blocks are of. */
export interface BlockPlace {
  accountId: string;
  /** The digit of the part; empty for the first. */
  part: string;
}

const keyOf = (part: string, below: string) => `${blockPrefix}${part}#${below}`;

/** The blocks of a part, newest first, read as far as they are asked for. Eventually consistent. */
export class BlockReader {
  private readonly table: Table;
  private readonly place: BlockPlace;
  /** How many blocks a Query reads at most. Default: as many as there are in 1 MB. */
  private readonly limit: number | undefined;
  private known: SearchBlock[] | null = null;
  private next: Item | undefined;

  constructor(table: Table, place: BlockPlace, limit?: number) {
    this.table = table;
    this.place = place;
    this.limit = limit;
  }

  /** The newest block with messages that are older than an id. Each call names an older id than the one before. */
  async before(id: string): Promise<SearchBlock | undefined> {
    const { part } = this.place;
    this.known ??= [
      // The block that the id is in ends above it.
      ...(await this.read(keyOf(part, id), keyOf(part, '~'), { Limit: 1 })).blocks,
      ...(await this.readOlder(id)),
    ];
    for (;;) {
      const found = this.known.find(({ from }) => from < id);
      if (found || !this.next) return found;
      this.known = await this.readOlder(id);
    }
  }

  /** Whether a block that was read ends exactly above the messages that are older than an id. */
  endsAt(id: string): boolean {
    return this.known?.some(({ from }) => from === id) ?? false;
  }

  private async readOlder(id: string): Promise<SearchBlock[]> {
    const { part } = this.place;
    const { blocks, next } = await this.read(keyOf(part, ''), keyOf(part, id), {
      ScanIndexForward: false,
      Limit: this.limit,
    });
    this.next = next;
    return blocks;
  }

  private async read(
    from: string,
    to: string,
    options: { ScanIndexForward?: boolean; Limit?: number | undefined },
  ): Promise<{ blocks: SearchBlock[]; next: Item | undefined }> {
    const { accountId } = this.place;
    const { Items = [], LastEvaluatedKey: next } = await queryPage(this.table, {
      KeyConditionExpression: 'accountId = :account AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':account': { S: accountId },
        ':from': { S: from },
        ':to': { S: to },
      },
      ...options,
    });
    const blocks = Items.filter((item) => number(item, 'format') === blockFormat);
    return { blocks: blocks.map((item) => toBlock(item, this.place)), next };
  }
}

function toBlock(item: Item, { accountId, part }: BlockPlace): SearchBlock {
  const filter = bytes(item, 'filter');
  return {
    from: text(item, 'from'),
    below: text(item, 'sk').slice(keyOf(part, '').length),
    count: number(item, 'count'),
    expiresAt: number(item, 'expiresAt'),
    mayHave: (terms) => terms.every((term) => mayHave(filter, accountId, term)),
  };
}

/** Messages of a part that were read one after the other, so that a block can be made of them. */
export class BlockRun {
  private readonly below: string;
  /** Whether a gap between two blocks is closed if the run goes down to the lower block. */
  private readonly mayBeShort: boolean;
  private readonly terms = new Set<string>();
  private expiresAt: number;
  private count = 0;
  private isReadable = true;
  /** How far down the messages were read. */
  private from: string;
  private isDown = false;

  constructor(below: string, mayBeShort: boolean, expiresAt = 0) {
    this.below = below;
    this.mayBeShort = mayBeShort;
    this.expiresAt = expiresAt;
    this.from = below;
  }

  /** Adds the next messages, which go down to an id. `isDown`: it is the end of the run's stretch. */
  add(items: readonly Item[], from: string, isDown: boolean): void {
    this.from = from;
    this.isDown = isDown;
    for (const item of items) {
      // Another version may have other terms.
      if (number(item, 'format') > messageFormat) this.isReadable = false;
      else this.addTerms(item);
    }
  }

  /** Stores it as a block, unless it is too short to spare a later search a read. */
  async keep(table: Table, { accountId, part }: BlockPlace): Promise<void> {
    const { from, below, count, expiresAt } = this;
    const isShort = this.mayBeShort && this.isDown && expiresAt > 0;
    if (!this.isReadable || (count < minBlockMessages && !isShort)) return;
    await putItem(table, {
      ...textItem({ accountId, sk: keyOf(part, below), from }),
      format: { N: String(blockFormat) },
      count: { N: String(count) },
      filter: { B: filterOf(accountId, this.terms) },
      expiresAt: { N: String(expiresAt) },
    });
  }

  private addTerms(item: Item): void {
    this.count += 1;
    this.expiresAt = Math.max(this.expiresAt, number(item, 'expiresAt'));
    const terms = termsOf({
      addresses: Object.keys(map(item, 'recipients')),
      reference: optionalText(item, 'reference'),
      templateId: text(item, 'templateId'),
      keyId: text(item, 'keyId'),
    });
    for (const term of terms) this.terms.add(term);
  }
}

/** As many as one Query of a search reads: a later search reads them in one Query too. */
const minBlockMessages = 100;
