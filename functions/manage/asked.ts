import type * as z from 'zod/mini';
import { header } from '../../shared/http/header.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { Caller } from './caller.ts';
import type { ManageEvent } from './event.ts';
import { parse } from './parse.ts';

/** Where the fields of a query stand, for a page that shows what is wrong with them. */
export const queryPlace = '/query';

/** What a resource is asked: who asks, and what of the request it may want to know. */
export class Asked {
  readonly caller: Caller;
  readonly requestId: string;
  private readonly event: ManageEvent;
  private readonly parts: Readonly<Record<string, string | undefined>>;

  constructor(
    event: ManageEvent,
    { caller, parts, requestId }: Pick<Asked, 'caller' | 'requestId'> & { parts: Asked['parts'] },
  ) {
    this.event = event;
    this.caller = caller;
    this.parts = parts;
    this.requestId = requestId;
  }

  /** A variable part of the path. */
  part(name: string): string {
    return decoded(this.parts[name] ?? '');
  }

  /** A header by its name in lower case. */
  header(name: string): string | undefined {
    return header(this.event, name);
  }

  /** The query. Throws the problem `invalid`. */
  query<S extends z.ZodMiniType>(schema: S): z.output<S> {
    return parse(schema, this.event.queryStringParameters ?? {}, queryPlace);
  }

  /** The body. Throws the problem `invalid`, and the refusals of `readJsonBody`. */
  body<S extends z.ZodMiniType>(schema: S): z.output<S> {
    return parse(schema, readJsonBody(this.event));
  }
}

/** What is no percent-encoding stays as it is: no id looks like that. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
