import { Badge, Group, Paper, Text } from '@mantine/core';
import type { Reply } from '../../../../functions/manage/contracts/messages.ts';
import { fileSize } from '../../parts/file-size.ts';
import { Quiet } from '../../parts/looks.tsx';

/** A reply in the timeline: its text as text, never as HTML. */
export function ReplyWords({ reply }: { reply: Reply }) {
  const { subject, text, textCut, attachments } = reply;
  const doubts = doubtsAbout(reply);
  return (
    <Paper withBorder p="sm" mt="2xs">
      {doubts.length > 0 && (
        <Group gap="2xs" mb="2xs">
          {doubts.map(([words, isWrong]) => (
            <Badge key={words} variant="light" color={isWrong ? 'red' : 'gray'}>
              {words}
            </Badge>
          ))}
        </Group>
      )}
      {subject && <Quiet className="copyable">{subject}</Quiet>}
      <Text size="sm" className="copyable reply-words">
        {text ?? 'The text is not shown: it could not be read, or you may not see it.'}
      </Text>
      {textCut && <Quiet>The text is longer.</Quiet>}
      {attachments.map(({ name, type, bytes }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a reply never change
        <Quiet key={place} className="copyable">
          {name}, {type}, {fileSize(bytes)}, not kept
        </Quiet>
      ))}
    </Paper>
  );
}

/** What a person should know before they act on a reply, and whether it is wrong. */
function doubtsAbout({ auto, fromRecipient, verdicts }: Reply): [string, boolean][] {
  return [
    ...(auto ? [['automatic', false] as [string, boolean]] : []),
    ...(fromRecipient ? [] : [['not the recipient', false] as [string, boolean]]),
    ...(verdicts.dmarc === 'FAIL' ? [['DMARC failed', true] as [string, boolean]] : []),
  ];
}
