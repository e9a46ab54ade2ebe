import { Paper } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { Copy, Copyable, Facts } from '../../parts/copy.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';
import { ExactTime } from '../../parts/when.tsx';

export function MessageFacts({ message }: { message: Message }) {
  const { id, templateId, revision, keyId, createdAt, sendAt } = message;
  const { requestId, sesMessageId, reference, language, branchedTo, againOf } = message;
  return (
    <Section
      title="Details"
      actions={<Copy text={JSON.stringify(message, null, 2)} label="Copy as JSON" />}
    >
      <Paper withBorder p="md">
        <Facts
          of={{
            Template: <RevisionLink templateId={templateId} revision={revision} />,
            'Branch to': branchedTo && <RevisionLink {...branchedTo} />,
            'Requested by': keyId === null ? 'a person, as a test mail' : <KeyName keyId={keyId} />,
            'Sends again': againOf && (
              <PageLink to={`/messages/${againOf}`}>the mail of an earlier message</PageLink>
            ),
            Created: <ExactTime at={createdAt} />,
            'Scheduled for': sendAt && <ExactTime at={sendAt} />,
            'Message id': <Copyable text={id} what="message id" />,
            'SES message id': sesMessageId && (
              <Copyable text={sesMessageId} what="SES message id" />
            ),
            Reference: reference && <Copyable text={reference} what="reference" />,
            Language: language,
            'Request id': <Copyable text={requestId} what="request id" />,
          }}
        />
      </Paper>
    </Section>
  );
}

function RevisionLink({ templateId, revision }: NonNullable<Message['branchedTo']>) {
  const template = `/templates/${encodeURIComponent(templateId)}`;
  return (
    <>
      <PageLink to={template} ff="monospace">
        {templateId}
      </PageLink>
      {', '}
      <PageLink to={`${template}/revisions/${revision}`}>revision {revision}</PageLink>
    </>
  );
}

function KeyName({ keyId }: { keyId: string }) {
  const { data } = useApiKeys();
  const key = data?.items.find((each) => each.keyId === keyId);
  return (
    <>
      API key{' '}
      <PageLink to="/settings/api-keys" underline="always">
        {key?.name ?? keyId}
      </PageLink>
    </>
  );
}
