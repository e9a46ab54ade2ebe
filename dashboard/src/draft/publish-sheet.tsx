import { Alert, List, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, Suspense, useState } from 'react';
import type { ApiKey } from '../../../functions/manage/contracts/api-keys.ts';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { maxNoteCharacters } from '../../../shared/engine/limits.ts';
import { mayUseTemplate } from '../../../shared/keys/scopes.ts';
import { useApiKeys } from '../api/api-keys.ts';
import { errorAt } from '../api/problem.ts';
import { counted } from '../parts/counted.ts';
import { Dialog } from '../parts/dialog.tsx';
import { DialogFoot } from '../parts/dialog-form.tsx';
import { later } from '../parts/later.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { changeWords } from './change-words.ts';
import type { Draft } from './draft.ts';
import type { Look } from './looks.tsx';

// The preview is a chunk of its own, which the tabs without one do not load.
const Looks = later(async () => ({ default: (await import('./looks.tsx')).Looks }));

interface PublishSheetProps {
  /** As it is served now. Its revision is 0 if none is. */
  template: Template;
  title: string;
  before: Look;
  after: Look;
  /** The draft's note; null if the revision's note is not asked for. */
  note: string | null;
  warning?: ReactNode;
  /** Whether it asks for the reason of a publish without an approval. */
  isOverride?: boolean;
  onPublish: (note: string, override: string) => void;
  onClose: () => void;
  request: { isPending: boolean; error?: unknown; reset?: () => void };
}

/** What changes, how the mail looks before and after, and who gets it: the last look before customers do. */
export default function PublishSheet(props: PublishSheetProps) {
  const { template, title, before, after, warning, isOverride = false, onPublish, request } = props;
  const { isPending, error, reset } = request;
  const [note, setNote] = useState(props.note ?? '');
  const [reason, setReason] = useState('');
  const isReasonWrong = errorAt(error, '/override') !== undefined;
  const isFirst = template.revision === 0;
  const changes = isFirst ? [] : changeWords(before.content, after.content);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPublish(note, reason.trim());
  };
  const onClose = () => {
    reset?.();
    props.onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={title} size="min(1200px, 96vw)">
      <form onSubmit={submit}>
        <Stack>
          {warning && (
            <Alert color="yellow" py="xs">
              {warning}
            </Alert>
          )}
          <section aria-label="What changes">
            <Title order={3} size="h5" mb={4}>
              What changes
            </Title>
            {changes.length > 0 ? (
              <List size="sm">
                {changes.map((change) => (
                  <List.Item key={change}>{change}.</List.Item>
                ))}
              </List>
            ) : (
              <Text size="sm">
                {isFirst ? 'This is its first revision.' : 'Nothing: both are the same.'}
              </Text>
            )}
          </section>
          <Suspense fallback={<Skeleton h={360} />}>
            <div className="sheet-looks">
              <Looks template={template} looks={isFirst ? [after] : [before, after]} />
            </div>
          </Suspense>
          <Audience template={template} content={after.content} />
          {error != null && !isReasonWrong && (
            <ProblemAlert error={error} what="The template was not published" />
          )}
          {isOverride && (
            <TextInput
              label="Reason"
              description="Why it cannot wait for an approval. The trail keeps it with your name."
              required
              value={reason}
              maxLength={maxNoteCharacters}
              onChange={(event) => setReason(event.currentTarget.value)}
              error={isReasonWrong && 'Write one line'}
              data-autofocus
            />
          )}
          {props.note !== null && (
            <TextInput
              label="Note"
              description={`For the list of revisions: what you changed. At most ${maxNoteCharacters} characters.`}
              value={note}
              maxLength={maxNoteCharacters}
              onChange={(event) => setNote(event.currentTarget.value)}
              data-autofocus={!isOverride || undefined}
            />
          )}
          <div className="dialog-foot">
            <DialogFoot
              onCancel={onClose}
              loading={isPending}
              data-autofocus={props.note === null || undefined}
            >
              {isOverride ? 'Publish without an approval' : 'Publish'}
            </DialogFoot>
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Who gets a published template: requests, keys, languages; for a partial the templates that take it. */
function Audience({ template, content }: { template: Template; content: Draft }) {
  return (
    <section aria-label="Who gets it">
      <Title order={3} size="h5" mb={4}>
        Who gets it
      </Title>
      <List size="sm">
        {template.kind === 'partial' ? (
          <Takers usedBy={template.usedBy} />
        ) : (
          <Callers id={template.id} content={content} />
        )}
      </List>
    </section>
  );
}

function Takers({ usedBy }: Pick<Template, 'usedBy'>) {
  if (usedBy.length === 0)
    return <List.Item>No reader yet: no template takes this partial.</List.Item>;
  const names = usedBy.map(({ name }) => name).join(', ');
  const what = `${counted(usedBy.length, 'template')} with this partial`;
  return (
    <List.Item>
      The readers of {what}, from the next request on: {names}.
    </List.Item>
  );
}

function Callers({ id, content }: { id: string; content: Draft }) {
  const { data } = useApiKeys();
  const keys = data?.items.filter((key) => key.status === 'active' && mayAsk(key, id)) ?? [];
  const named = (mode: ApiKey['mode']) =>
    keys.filter((key) => key.mode === mode).map(({ name }) => name);
  const [live, test] = [named('live'), named('test')];
  const tags = Object.keys(content.languages);
  return (
    <>
      <List.Item>
        Execute, batch and render use this revision from the next request on. Mails that are already
        scheduled keep the revision that accepted them.
      </List.Item>
      {data && (
        <List.Item>
          {live.length > 0
            ? `Customers get it by ${counted(live.length, 'live key')}: ${live.join(', ')}.`
            : 'No live key may ask for it yet, so no customer gets it.'}
          {test.length > 0 && ` Test keys get it, too: ${test.join(', ')}.`}
        </List.Item>
      )}
      {tags.length > 0 && (
        <List.Item>In {[content.language ?? 'its own language', ...tags].join(', ')}.</List.Item>
      )}
    </>
  );
}

/** Whether the key's scopes let it render or execute the template. */
function mayAsk({ scopes }: Pick<ApiKey, 'scopes'>, id: string): boolean {
  const key = { scopes: scopes ?? undefined };
  return mayUseTemplate(key, 'render', id) || mayUseTemplate(key, 'execute', id);
}
