import type { McpOptions } from './desk.ts';
import type { Tool } from './tool.ts';
import { doctor } from './tools/doctor.ts';
import { explainMessage } from './tools/explain-message.ts';
import { findMessages } from './tools/find-messages.ts';
import { lintTemplate } from './tools/lint-template.ts';
import { listTemplates } from './tools/list-templates.ts';
import { renderTemplate } from './tools/render-template.ts';
import { replayTemplate } from './tools/replay-template.ts';
import { saveDraft } from './tools/save-draft.ts';
import { sendTest } from './tools/send-test.ts';
import { showTemplate } from './tools/show-template.ts';
import { verifyAddress } from './tools/verify-address.ts';

/**
 * All tools. The list is closed: no tool sends to a customer, publishes, deletes, reads the content of a live mail, or
 * touches keys (docs/decisions/0049-a-server-for-agents.md).
 */
export function toolsFor({ testMailTo }: McpOptions): readonly Tool[] {
  return [
    listTemplates,
    showTemplate,
    renderTemplate,
    lintTemplate,
    replayTemplate,
    verifyAddress,
    findMessages,
    explainMessage,
    doctor,
    saveDraft,
    ...(testMailTo === undefined ? [] : [sendTest(testMailTo)]),
  ];
}
