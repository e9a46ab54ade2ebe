import type { MessageStore } from '../../message/message-store.ts';
import type { Table } from './dynamodb.ts';
import { readClaimAndSuppressed, readMessage } from './messages-table.ts';
import {
  beginMessage,
  freeClaim,
  settleMessage,
  takeOverClaim,
  writeClaim,
  writeFailure,
} from './messages-table-writes.ts';

/**
 * The table of messages as the store that sending needs. What has to be there before a send goes
 * through `messages`; what may follow one, and says how it ended, through `settling` (default: the
 * same), which has a later deadline.
 */
export function messageStore(messages: Table, settling = messages): MessageStore {
  return {
    readClaimAndSuppressed: (...asked) => readClaimAndSuppressed(messages, ...asked),
    readMessage: (...asked) => readMessage(settling, ...asked),
    writeClaim: (...written) => writeClaim(messages, ...written),
    takeOverClaim: (...written) => takeOverClaim(messages, ...written),
    freeClaim: (...freed) => freeClaim(settling, ...freed),
    beginMessage: (record) => beginMessage(messages, record),
    writeFailure: (record) => writeFailure(settling, record),
    settleMessage: (...settled) => settleMessage(settling, ...settled),
  };
}
