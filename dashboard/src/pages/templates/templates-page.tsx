import './templates.css';
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useTemplates } from '../../api/templates.ts';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { Page } from '../../shell/page.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { TemplateRows } from './template-rows.tsx';

/** All templates of the account. The address has the search text. */
export function Component() {
  const { typed, setTyped, search } = useSearch();
  const { kind, setKind } = useKind();
  const list = useTemplates(search, kind === 'all' ? undefined : kind);
  const [isCreating, setCreating] = useState(false);
  useAskedForNew(() => setCreating(true));
  const [deleting, setDeleting] = useState<TemplateSummary | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New template
    </Button>
  );
  return (
    <Page
      title="Templates"
      lead="The content of your mails. Your code sends a template’s id and its variables."
      actions={create}
    >
      <Group gap="md">
        <TextInput
          aria-label="Find a template by the beginning of its id"
          placeholder="Id begins with…"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          w={360}
          maw="100%"
          type="search"
        />
        <SegmentedControl aria-label="Kind" value={kind} onChange={setKind} data={[...kinds]} />
      </Group>
      <Loaded query={list} what="The templates could not be loaded">
        {({ items: rows }) => {
          if (rows.length === 0 && !list.hasNextPage)
            return <Nothing search={search} kind={kind} />;
          return (
            <>
              <TemplateRows rows={rows} onDelete={setDeleting} />
              <LoadMore list={list}>
                {countOf(rows.length, kind)}
                {list.hasNextPage ? ' so far' : ''}
              </LoadMore>
            </>
          );
        }}
      </Loaded>
      {isCreating && <NewTemplateDialog onClose={() => setCreating(false)} />}
      {deleting && <DeleteTemplate template={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function countOf(count: number, kind: Kind): string {
  const word = kind === 'partial' ? 'partial' : 'template';
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function Nothing({ search, kind }: { search: string; kind: Kind }) {
  if (search !== '') {
    return (
      <Empty title={`No id begins with “${search}”`}>
        The search compares the beginning of each id, and is case-sensitive.
      </Empty>
    );
  }
  if (kind === 'partial') {
    return (
      <Empty title="No partials yet">
        A partial is a piece of HTML that templates take, such as a footer, or the layout around
        them. Create one with “New template”, or push a folder from the command line.
      </Empty>
    );
  }
  return (
    <Empty title="No templates yet">
      A template is the subject, HTML and plain text of one kind of mail, with placeholders for the
      parts that change. Create one with “New template”, or push a folder from the command line.
    </Empty>
  );
}

/** The pause in typing before the list is read, in milliseconds. */
const restMs = 250;

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'template', label: 'Templates' },
  { value: 'partial', label: 'Partials' },
] as const;

type Kind = (typeof kinds)[number]['value'];

/** Which kind the list shows. The address has it. */
function useKind() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('kind');
  const kind: Kind = kinds.find(({ value }) => value === asked)?.value ?? 'all';
  const setKind = (chosen: Kind) =>
    setParams((before) => changed(before, 'kind', chosen === 'all' ? '' : chosen), {
      replace: true,
    });
  return { kind, setKind };
}

/** The parameters with this one; an empty value removes it. */
function changed(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

/** The search text: as the user types it, and as the address has it after a pause. */
function useSearch() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const [rested] = useDebouncedValue(typed.trim(), restMs);

  // Only when the typed text changes: the browser's Back button also changes the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (rested === search) return;
    setParams((before) => changed(before, 'search', rested), { replace: true });
  }, [rested]);
  return { typed, setTyped, search };
}
