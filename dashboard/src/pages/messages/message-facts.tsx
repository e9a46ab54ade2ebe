import { Paper } from '@mantine/core';
import type { Message } from '../../../../functions/manage/contracts/messages.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { useCurrentRevision } from '../../api/templates.ts';
import { Copyable, Fact, Facts } from '../../parts/copy.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';
import { ExactTime } from '../../parts/when.tsx';

/** The origin of a message, and its ids. */
export function MessageFacts({ message }: { message: Message }) {
  const { id, state, templateId, revision, keyId, createdAt, sendAt } = message;
  const { requestId, sesMessageId, reference, language } = message;
  const template = `/templates/${encodeURIComponent(templateId)}`;
  return (
    <Section title="Details">
      <Paper withBorder p="md">
        <Facts>
          <Fact name="Template">
            <PageLink to={template} ff="monospace">
              {templateId}
            </PageLink>
            {', '}
            <PageLink to={`${template}/revisions/${revision}`}>revision {revision}</PageLink>
          </Fact>
          {state === 'SCHEDULED' && <Revisions template={templateId} accepted={revision} />}
          <Fact name="Requested by">
            {keyId === null ? 'a person, as a test mail' : <KeyName keyId={keyId} />}
          </Fact>
          <Fact name="Created">
            <ExactTime at={createdAt} />
          </Fact>
          {sendAt && (
            <Fact name="Scheduled for">
              <ExactTime at={sendAt} />
            </Fact>
          )}
          <Fact name="Message id">
            <Copyable text={id} what="message id" />
          </Fact>
          {sesMessageId && (
            <Fact name="SES message id">
              <Copyable text={sesMessageId} what="SES message id" />
            </Fact>
          )}
          {reference && (
            <Fact name="Reference">
              <Copyable text={reference} what="reference" />
            </Fact>
          )}
          {language && <Fact name="Language">{language}</Fact>}
          <Fact name="Request id">
            <Copyable text={requestId} what="request id" />
          </Fact>
        </Facts>
      </Paper>
    </Section>
  );
}

/** Which revision a scheduled mail is rendered from, if the template has changed since it was accepted. */
function Revisions({ template, accepted }: { template: string; accepted: number }) {
  const { data } = useCurrentRevision(template);
  if (data === undefined || data === accepted) return null;
  return (
    <Fact name="Mail">
      {data === null
        ? 'The template was deleted. The message fails at its time.'
        : `From revision ${accepted}, which accepted it. The current one is revision ${data}.`}
    </Fact>
  );
}

/** The name of a key, or its id until the name is loaded. */
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
