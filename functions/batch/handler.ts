import { acceptingContainer } from '../../shared/adapters/accepting-container.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { maxSendBodyBytes } from '../../shared/engine/limits.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { batchRequest } from './contract.ts';
import { portsWithin } from './ports.ts';
import { batch } from './run.ts';

const container = acceptingContainer();
warmUp();
openConnection(() => container.loadTemplate('none', 'none'));

export const handler = endpoint({
  name: 'batch',
  scope: { name: 'execute' },
  request: batchRequest,
  maxBodyBytes: maxSendBodyBytes,
  run: (request, caller, received) =>
    batch(request, caller, received, portsWithin(container, received.deadline)),
});
