import { acceptingContainer } from '../../shared/adapters/accepting-container.ts';
import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { notingTemplate } from '../../shared/adapters/tables/template-loader.ts';
import { deadlineOf } from '../../shared/deadline.ts';
import { withDoors } from '../../shared/doors/door.ts';
import { postmarkSends } from '../../shared/doors/postmark/send.ts';
import { resendSend } from '../../shared/doors/resend/send.ts';
import { smtpSend } from '../../shared/doors/smtp.ts';
import { supabaseHook } from '../../shared/doors/supabase/send.ts';
import { maxSendBodyBytes } from '../../shared/engine/limits.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import * as env from '../../shared/env.ts';
import { executeRequest } from './contract.ts';
import { execute } from './run.ts';

const table = ownTables();
const accepting = acceptingContainer(table, { writes: 'begin' });
const sendMail = sesSender({
  configurationSet: env.required(env.configurationSet),
  tenants: process.env[env.tenants] === 'on',
});
const announcer = readAnnouncer(table(env.messagesTable));
warmUp();
openConnection(() => accepting().loadTemplate('none', 'none'));

export const handler = withDoors([resendSend, ...postmarkSends, smtpSend, supabaseHook], {
  name: 'execute',
  scope: { name: 'execute', templateOf: ({ templateId }) => templateId },
  request: executeRequest,
  maxBodyBytes: maxSendBodyBytes,
  sends: true,
  run: (request, caller, received, note) => {
    const ports = { ...accepting(), sendMail, announcer, deadline: deadlineOf('settle') };
    const loadTemplate = notingTemplate(ports.loadTemplate, note);
    return execute(request, caller, received, { ...ports, loadTemplate });
  },
});
