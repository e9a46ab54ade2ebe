import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { showTemplate } from '../../../shared/manage/templates/templates.ts';
import { apiKeyOf } from '../../connection/api-key.ts';
import { toFailure } from '../../terminal/failure.ts';
import { callExecute } from '../send/execute-call.ts';
import { language, templateId, untrusted, variables } from './fields.ts';
import { tool } from './tool.ts';

/** `to`: the only address that it sends to. */
export const sendTest = (to: string) =>
  tool({
    name: 'send_test',
    title: 'Send a test mail',
    about: `Sends a mail of a template, as it is served, to ${to}: the operator has chosen this address, and the tool sends to no other. It uses the operator's API key.`,
    untrusted: "errors in the words of SES or of the template's author",
    input: z.strictObject({ id: templateId, variables, language }),
    output: z.object({
      sent: z.boolean(),
      type: z
        .string()
        .describe(
          "The outcome of the template's flow; sent: the mail is on its way; unknown: it may have been sent",
        ),
      messageId: z.string().nullable(),
      untrusted: untrusted({ error: z.string().nullable() }),
    }),
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    run: async ({ id, variables: given, language: _language }, access) => {
      const { ports, accountId, deployment } = await access.open();
      const { source } = await showTemplate(ports, accountId, id);
      const call = {
        baseUrl: deployment.baseUrl,
        apiKey: apiKeyOf(deployment, 'key create'),
        idempotencyKey: randomUUID(),
        body: { templateId: id, variables: given ?? source.testData ?? {}, _to: to, _language },
      };
      try {
        const { success, type, messageId, error } = await callExecute(call);
        const sent = success && type === 'sent';
        return { sent, type, messageId: messageId ?? null, untrusted: { error: error ?? null } };
      } catch (thrown) {
        const { error } = toFailure(thrown);
        return { sent: false, type: 'unknown', messageId: null, untrusted: { error } };
      }
    },
  });
