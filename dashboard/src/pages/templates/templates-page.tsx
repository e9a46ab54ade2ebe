import './templates.css';
import { Box, Group, NativeSelect, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { maxSearchedTemplates } from '../../../../shared/engine/limits.ts';
import { useTemplates } from '../../api/templates.ts';
import { counted } from '../../parts/counted.ts';
import { IconPlus } from '../../parts/icons.tsx';
import { laterAlone } from '../../parts/later.tsx';
import { Loaded, LoadMore } from '../../parts/loaded.tsx';
import { MainButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { RowsWait } from '../../parts/skeletons.tsx';
import { useAskedForNew } from '../../parts/use-asked-for-new.ts';
import { Page } from '../../shell/page.tsx';
import { type Choice, NoTemplates, shows, useChoice } from './no-templates.tsx';
import type { Starter } from './starters.ts';
import type { TemplateDialog } from './template-dialogs.tsx';
import { TemplateRows } from './template-rows.tsx';

const TemplateDialogs = laterAlone(() => import('./template-dialogs.tsx'));

export function Component() {
  const choice = useChoice();
  const [dialog, setDialog] = useState<TemplateDialog | null>(null);
  const create = (begin: Starter['value']) => setDialog({ name: 'new', begin });
  useAskedForNew(() => create('letter'));
  return (
    <Page
      title="Templates"
      lead="The content of your mails. Your code sends a template’s id and its variables."
      actions={
        <Allowed to="write">
          <MainButton
            icon={IconPlus}
            onClick={() => create(choice.show === 'partial' ? 'partial' : 'letter')}
          >
            New template
          </MainButton>
        </Allowed>
      }
    >
      <Group gap="sm" align="flex-start">
        <Box flex="0 1 22.5rem">
          <SearchBox
            text={choice.search}
            label="Find a template by words of its name or id"
            placeholder="Find by name or id"
            onSearch={choice.setSearch}
          />
        </Box>
        <NativeSelect
          aria-label="Show"
          value={choice.show}
          onChange={(event) => choice.setShow(event.currentTarget.value)}
          data={shows.map(({ value, label }) => ({ value, label }))}
        />
        <TagSelect choice={choice} />
      </Group>
      <List choice={choice} onCreate={create} onDialog={setDialog} />
      {dialog && <TemplateDialogs dialog={dialog} onClose={() => setDialog(null)} />}
    </Page>
  );
}

/** The tags of the templates that are read. Hidden while there is none. */
function TagSelect({ choice: { tag, setTag, ...choice } }: { choice: Choice }) {
  const items = useChosen(choice).data?.items ?? [];
  const tags = [...new Set([...items.flatMap((each) => each.tags), tag])].filter(Boolean).sort();
  if (tags.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Tag"
      value={tag}
      onChange={(event) => setTag(event.currentTarget.value)}
      data={[{ value: '', label: 'All tags' }, ...tags]}
    />
  );
}

function useChosen({ search, show }: Pick<Choice, 'search' | 'show'>) {
  const asked = shows.find(({ value }) => value === show)?.choice ?? {};
  return useTemplates({ search, ...asked });
}

interface ListProps {
  choice: Choice;
  onCreate: (begin: Starter['value']) => void;
  onDialog: (dialog: TemplateDialog) => void;
}

function List({ choice, onCreate, onDialog }: ListProps) {
  const { show, tag } = choice;
  const list = useChosen(choice);
  const items = list.data?.items;
  const rows = useMemo(
    () => (items ?? []).filter(({ tags }) => tag === '' || tags.includes(tag)),
    [items, tag],
  );
  return (
    <Loaded query={list} what="The templates could not be loaded" wait={<RowsWait rows={12} />}>
      {({ pages }) => (
        <Stack className="template-list" aria-busy={list.isPlaceholderData}>
          {rows.length > 0 ? (
            <TemplateRows rows={rows} onDialog={onDialog} />
          ) : (
            <NoTemplates choice={choice} onCreate={onCreate} isAll={!list.hasNextPage} />
          )}
          <LoadMore list={list} label="Look at more">
            {rows.length > 0 &&
              (list.isPlaceholderData
                ? '…'
                : counted(rows.length, show === 'partial' ? 'partial' : 'template'))}
            {list.hasNextPage &&
              ` among the first ${(pages * maxSearchedTemplates).toLocaleString()} in the order of their ids`}
          </LoadMore>
        </Stack>
      )}
    </Loaded>
  );
}
