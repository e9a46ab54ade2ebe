import type { MessageStore } from '../message/message-store.ts';
import type { Table } from './dynamodb.ts';
import { readClaimAndSuppressed, readMessage } from './messages-table.ts';
import {
  beginMessage,
  freeClaim,
  settleMessage,
  takeOverClaim,
  writeClaim,
} from './messages-table-writes.ts';

/** The table of messages as the store that sending needs. */
export function messageStore(messages: Table): MessageStore {
  return {
    readClaimAndSuppressed: (...asked) => readClaimAndSuppressed(messages, ...asked),
    readMessage: (...asked) => readMessage(messages, ...asked),
    writeClaim: (...written) => writeClaim(messages, ...written),
    takeOverClaim: (...written) => takeOverClaim(messages, ...written),
    freeClaim: (...freed) => freeClaim(messages, ...freed),
    beginMessage: (record) => beginMessage(messages, record),
    settleMessage: (...settled) => settleMessage(messages, ...settled),
  };
}
