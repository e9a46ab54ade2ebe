import { List, Title } from '@mantine/core';
import type { ApiKey } from '../../../functions/manage/contracts/api-keys.ts';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useApiKeys } from '../api/api-keys.ts';
import { counted } from '../parts/counted.ts';
import type { Draft } from './draft.ts';

interface AudienceProps {
  template: Template;
  /** What is published. */
  content: Draft;
}

/** Who gets a published template: requests, keys, languages; for a partial the templates that take it. */
export function Audience({ template, content }: AudienceProps) {
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
  if (scopes === null) return true;
  return scopes.some((scope) => {
    const [name, pattern = '*'] = scope.split(':');
    if (name !== 'render' && name !== 'execute') return false;
    return pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern;
  });
}
