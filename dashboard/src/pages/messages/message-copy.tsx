import { Box, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Message, MessageCopy } from '../../../../functions/manage/contracts/messages.ts';
import type { useMessageCopy } from '../../api/messages.ts';
import { CodeBlock, Facts } from '../../parts/copy.tsx';
import { IconPlayerPlay } from '../../parts/icons.tsx';
import { SmallButton } from '../../parts/looks.tsx';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { Section } from '../../parts/section.tsx';
import { ExactTime } from '../../parts/when.tsx';

/** The mail as it was sent. Draws nothing if no copy is kept. */
export function KeptMail({ query }: { query: ReturnType<typeof useMessageCopy> }) {
  const { data, error, refetch } = query;
  if (error) {
    return (
      <ProblemAlert
        error={error}
        what="The mail could not be loaded"
        retry={() => void refetch()}
      />
    );
  }
  if (!data?.copy) return null;
  const { mail, attachments = [], keptUntil } = data.copy;
  const lead = (
    <>
      This copy is kept until <ExactTime at={keptUntil} span />.
      {attachments.some(({ cid }) => cid !== undefined) &&
        ' A grey box stands for each picture that was a file of the mail.'}
    </>
  );
  return (
    <Section title="Mail" lead={lead}>
      {mail ? (
        <div className="message-mail">
          <PreviewPane rendered={mail} />
        </div>
      ) : (
        <Text>The mail was too large to be kept.</Text>
      )}
    </Section>
  );
}

/** What the request gave the mail. */
export function KeptInput({ message, copy }: { message: Message; copy: MessageCopy }) {
  const { id, templateId } = message;
  const { headers, variables } = copy;
  return (
    <>
      {headers && (
        <Section title="Headers" lead="The headers that the request or the flow gave the mail.">
          <Paper withBorder p="md">
            <Facts
              of={Object.fromEntries(
                Object.entries(headers).map(([name, value]) => [
                  name,
                  <Text key={name} component="span" size="sm" ff="monospace" className="copyable">
                    {value}
                  </Text>,
                ]),
              )}
            />
          </Paper>
        </Section>
      )}
      <Section
        title="Variables"
        actions={
          <SmallButton
            component={Link}
            to={`/templates/${encodeURIComponent(templateId)}/flow?message=${id}`}
            icon={IconPlayerPlay}
          >
            Try the template with these
          </SmallButton>
        }
      >
        <Box mah="20rem" style={{ overflow: 'auto' }}>
          <CodeBlock text={JSON.stringify(variables, null, 2)} label="Variables as JSON" />
        </Box>
      </Section>
    </>
  );
}
