import { Parser } from 'htmlparser2';

/**
 * Elements open at once. The parser searches and moves its whole stack for each tag, which
 * hundreds of thousands of open ones make quadratic; mails nest a few dozen.
 */
const maxDepth = 1000;

/** What follows a parser, and knows how deep it is. */
export interface Follower {
  readonly depth: number;
  /** An element begins that is too deep, and is not told. */
  passTooDeep(): void;
}

/** Takes no element that is too deep; the words in it are read anyway. */
export class ShallowParser extends Parser {
  private readonly follower: Follower;

  constructor(follower: Follower, handler: ConstructorParameters<typeof Parser>[0]) {
    super(handler);
    this.follower = follower;
  }

  override onopentagname(start: number, end: number): void {
    if (this.follower.depth < maxDepth) super.onopentagname(start, end);
    else this.follower.passTooDeep();
  }
}
