import type { Command } from 'commander';
import type { MessageSearch } from '../../../shared/manage/messages/message-search.ts';
import type { MessageState } from '../../../shared/message/message.ts';
import {
  deliveryStates,
  messageStateOf,
  sendStates,
} from '../../../shared/message/message-states.ts';
import { pageLimit, readTime, revisionNumber } from '../../terminal/options.ts';

export interface SearchOptions {
  state?: string;
  to?: string;
  template?: string;
  revision?: string;
  key?: string;
  reference?: string;
  test?: true;
  search?: string;
  since?: string;
  until?: string;
  limit?: string;
  cursor?: string;
}

export const states: readonly MessageState[] = [...sendStates, ...deliveryStates];

export const stateNames = states.map((state) => state.toLowerCase());

/** Reads the options of a search. A bad state, time or number is wrong usage. */
export function readSearch(options: SearchOptions, command: Command, now: Date): MessageSearch {
  const { template, revision } = options;
  if (revision !== undefined && template === undefined) {
    command.error('error: --revision needs --template');
  }
  return {
    state: readState(options.state, command),
    to: options.to,
    templateId: template,
    revision: revision === undefined ? undefined : revisionNumber(revision, command),
    keyId: options.key,
    reference: options.reference,
    test: options.test,
    text: options.search,
    since: readTime(options.since, command, now),
    until: readTime(options.until, command, now, '--until'),
    limit: pageLimit(options.limit, command),
    cursor: options.cursor,
  };
}

function readState(text: string | undefined, command: Command): MessageState | undefined {
  if (text === undefined) return undefined;
  const found = messageStateOf(text.toUpperCase());
  if (found) return found;
  return command.error(
    `error: --state must be one of ${stateNames.join(', ')}, found ${JSON.stringify(text)}`,
  );
}
