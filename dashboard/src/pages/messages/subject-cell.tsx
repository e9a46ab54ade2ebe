import { Table, Text } from '@mantine/core';
import type { MessageSummary } from '../../../../functions/manage/contracts/messages.ts';
import { MessageTitle } from '../../parts/message-state.tsx';

/** Whether a table has too little room for a column of templates: their ids then stand below the subjects. */
export const tightTable = '(max-width: 75em)';

/** The subject of a message, a link to its page, and its marks. */
export function SubjectCell({ message, isTight }: { message: MessageSummary; isTight: boolean }) {
  return (
    <Table.Td>
      <MessageTitle message={message} />
      {isTight && <TemplateId message={message} />}
    </Table.Td>
  );
}

/** The id of the template, in a column of its own where there is room for it. */
export function TemplateCell({ message, isTight }: { message: MessageSummary; isTight: boolean }) {
  if (isTight) return null;
  return (
    <Table.Td>
      <TemplateId message={message} />
    </Table.Td>
  );
}

function TemplateId({ message: { templateId } }: { message: MessageSummary }) {
  return (
    <Text size="sm" c="dimmed" ff="monospace" truncate>
      {templateId}
    </Text>
  );
}
