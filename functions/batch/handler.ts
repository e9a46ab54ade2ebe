import { acceptingContainer } from '../../shared/adapters/accepting-container.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { deadlineOf } from '../../shared/deadline.ts';
import { withDoors } from '../../shared/doors/door.ts';
import { postmarkBatches } from '../../shared/doors/postmark/send.ts';
import { resendBatch } from '../../shared/doors/resend/send.ts';
import { maxSendBodyBytes } from '../../shared/engine/limits.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { batchRequest } from './contract.ts';
import { batch } from './run.ts';

// Messages are judged until the end of `begin`; the time of execute's call of SES is used to write them.
const accepting = acceptingContainer(ownTables(), { writes: 'send' });
warmUp();
openConnection(() => accepting().loadTemplate('none', 'none'));

export const handler = withDoors([resendBatch, ...postmarkBatches], {
  name: 'batch',
  scope: { name: 'execute' },
  request: batchRequest,
  maxBodyBytes: maxSendBodyBytes,
  sends: true,
  run: (request, caller, received) =>
    batch(request, caller, received, { ...accepting(), deadline: deadlineOf('begin') }),
});
