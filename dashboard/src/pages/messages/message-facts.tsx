import { Badge, Group, Paper, Text } from '@mantine/core';
import type {
  CopiedFile,
  ListedFile,
  Message,
  MessageCopy,
} from '../../../../functions/manage/contracts/messages.ts';
import { doors } from '../../../../shared/engine/doors.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { Copy, Copyable, Facts } from '../../parts/copy.tsx';
import { fileSize } from '../../parts/file-size.ts';
import { IconPaperclip, IconPhoto } from '../../parts/icons.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { PageLink } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { ExactTime } from '../../parts/when.tsx';
import { isAddress } from './findings.tsx';

export function MessageFacts({ message }: { message: Message }) {
  const { id, to, templateId, revision, keyId, createdAt, sendAt } = message;
  const [address, ...others] = to;
  const { requestId, sesMessageId, reference, language, branchedTo, againOf, door } = message;
  return (
    <Section
      title="Details"
      actions={<Copy text={JSON.stringify(message, null, 2)} label="Copy as JSON" />}
    >
      <Paper withBorder p="md">
        <Facts
          of={{
            To: address && (
              <>
                {isAddress(address) ? (
                  <PageLink to={`/recipients/${encodeURIComponent(address)}`}>{address}</PageLink>
                ) : (
                  address
                )}
                {others.length > 0 && ` and ${others.length} more`}
              </>
            ),
            Template: <RevisionLink templateId={templateId} revision={revision} />,
            'Branch to': branchedTo && <RevisionLink {...branchedTo} />,
            'Requested by': keyId === null ? 'a person, as a test mail' : <KeyName keyId={keyId} />,
            Through: door && doors[door],
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

/** Details are from the mail's copy, if one is kept. */
export function MessageFiles({ message, copy }: { message: Message; copy: MessageCopy | null }) {
  const { attachments } = message;
  if (attachments === undefined) return null;
  const files: readonly (ListedFile & Partial<CopiedFile>)[] = copy?.attachments ?? attachments;
  return (
    <Section title="Files" lead="The contents of files are never kept.">
      <Paper withBorder component="ul" className="bare-list rows">
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may be alike, and the list never changes
          <FileRow key={index} file={file} />
        ))}
      </Paper>
    </Section>
  );
}

function FileRow({ file }: { file: ListedFile & Partial<CopiedFile> }) {
  const { name, bytes, type, cid, sha256 } = file;
  const Icon = cid === undefined ? IconPaperclip : IconPhoto;
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Group gap="xs" miw={0} flex="1 1 200px" wrap="nowrap">
          <Icon size={16} stroke={1.5} aria-hidden />
          <Text size="sm" fw={600} className="copyable">
            <bdi>{name}</bdi>
          </Text>
        </Group>
        <Group gap="xs">
          {cid !== undefined && (
            <Badge variant="default" tt="none" title="The HTML shows this file by its Content-ID">
              cid:{cid}
            </Badge>
          )}
          {type && <Quiet className="copyable">{type}</Quiet>}
          <Text size="sm" className="number">
            {fileSize(bytes)}
          </Text>
        </Group>
      </Group>
      {sha256 && (
        <Group gap="xs" mt={4} wrap="nowrap">
          <Quiet flex="none">SHA-256</Quiet>
          <Copyable text={sha256} what={`SHA-256 of ${name}`} />
        </Group>
      )}
    </li>
  );
}
