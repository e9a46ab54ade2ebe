import type { McpOptions } from './desk.ts';
import { doctor } from './doctor.ts';
import { explainMessage } from './explain-message.ts';
import { findMessages } from './find-messages.ts';
import { lintTemplate } from './lint-template.ts';
import { listTemplates } from './list-templates.ts';
import { renderTemplate } from './render-template.ts';
import { replayTemplate } from './replay-template.ts';
import { saveDraft } from './save-draft.ts';
import { sendTest } from './send-test.ts';
import { showTemplate } from './show-template.ts';
import type { Tool } from './tool.ts';
import { verifyAddress } from './verify-address.ts';

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
