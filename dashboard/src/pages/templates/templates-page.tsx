import './templates.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useTemplates } from '../../api/templates.ts';
import { Empty, Loaded, LoadMore } from '../../parts/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { TemplateRows } from './template-rows.tsx';

/** All templates of the account. The address has the search text. */
export function Component() {
  const { typed, setTyped, search } = useSearch();
  const list = useTemplates(search);
  const [isCreating, setCreating] = useState(false);
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
      <TextInput
        aria-label="Find a template by the beginning of its id"
        placeholder="Id begins with…"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maw={360}
        type="search"
      />
      <Loaded query={list} what="The templates could not be loaded">
        {({ items: rows }) => {
          if (rows.length === 0 && !list.hasNextPage) return <Nothing search={search} />;
          return (
            <>
              <TemplateRows rows={rows} onDelete={setDeleting} />
              <LoadMore list={list}>
                {rows.length} {rows.length === 1 ? 'template' : 'templates'}
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

function Nothing({ search }: { search: string }) {
  if (search !== '') {
    return (
      <Empty title={`No id begins with “${search}”`}>
        The search compares the beginning of each id, and is case-sensitive.
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
    setParams(rested === '' ? {} : { search: rested }, { replace: true });
  }, [rested]);
  return { typed, setTyped, search };
}
