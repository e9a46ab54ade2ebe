import { acceptingContainer } from '../../shared/adapters/accepting-container.ts';
import { readAnnouncements } from '../../shared/adapters/announcements.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { notingTemplate } from '../../shared/adapters/tables/template-loader.ts';
import { maxSendBodyBytes } from '../../shared/engine/limits.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { required } from '../../shared/required.ts';
import { executeRequest } from './contract.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { execute } from './run.ts';

const accepting = acceptingContainer();
const container: ContainerPorts = {
  ...accepting,
  sendMail: sesSender({ configurationSet: required(env.configurationSet) }),
  announcements: readAnnouncements(accepting.messages),
};
warmUp();
openConnection(() => container.loadTemplate('none', 'none'));

export const handler = endpoint({
  name: 'execute',
  scope: { name: 'execute', templateOf: ({ templateId }) => templateId },
  request: executeRequest,
  maxBodyBytes: maxSendBodyBytes,
  run: (request, caller, received, note) => {
    const ports = portsWithin(container, received.deadline);
    const loadTemplate = notingTemplate(ports.loadTemplate, note);
    return execute(request, caller, received, { ...ports, loadTemplate });
  },
});
