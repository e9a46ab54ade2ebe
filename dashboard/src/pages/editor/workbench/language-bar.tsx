import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Confirm } from '../../../parts/confirm.tsx';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconPlus, IconTrash } from '../../../parts/icons.tsx';
import { Segments } from '../../../parts/segments.tsx';
import { useEditor } from '../use-editor.ts';
import { readTag } from './languages.ts';

export function LanguageBar() {
  const { store, draft, language } = useEditor();
  const { tag: shown, show } = language;
  const [isRemoving, setRemoving] = useState(false);
  const tags = Object.keys(draft.languages).sort();
  const remove = (tag: string) => {
    const { [tag]: _, ...languages } = store.settled().draft.languages;
    store.dispatch({ kind: 'written', changes: { languages } });
    setRemoving(false);
    show(null);
  };
  return (
    <Group gap="2xs" wrap="nowrap">
      {tags.length > 0 && (
        <Segments
          size="xs"
          label="Language"
          of={{
            '': draft.language ?? 'Default',
            ...Object.fromEntries(tags.map((tag) => [tag, tag])),
          }}
          value={shown ?? ''}
          onChange={(value) => show(value || null)}
        />
      )}
      <AddLanguage isFirst={tags.length === 0} />
      {shown !== null && (
        <>
          <IconButton
            icon={IconTrash}
            color="red"
            ms="sm"
            label={`Remove ${shown}`}
            title={`Remove ${shown}`}
            onClick={() => setRemoving(true)}
          />
          <Confirm
            opened={isRemoving}
            onClose={() => setRemoving(false)}
            title={`Remove ${shown}?`}
            verb="Remove"
            onConfirm={() => remove(shown)}
          >
            Your changes then remove the subject, HTML and text in {shown}. Once you publish,
            readers of this language get another one.
          </Confirm>
        </>
      )}
    </Group>
  );
}

/** A new language begins with a copy of the template's own content. */
function AddLanguage({ isFirst }: { isFirst: boolean }) {
  const { store, draft, language } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [typedOwn, setTypedOwn] = useState('');
  const [isTried, setTried] = useState(false);
  const ownTag = readTag(draft.language ?? typedOwn, []);
  const added = readTag(typed, [
    ...Object.keys(draft.languages),
    ...(ownTag.ok ? [ownTag.tag] : []),
  ]);
  const add = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!ownTag.ok || !added.ok) return;
    const { languages, subject, html, text } = store.settled().draft;
    const copied = { ...languages, [added.tag]: { subject, html, text } };
    store.dispatch({ kind: 'written', changes: { language: ownTag.tag, languages: copied } });
    setOpen(false);
    setTyped('');
    setTried(false);
    language.show(added.tag);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={320} trapFocus>
      <Popover.Target>
        {isFirst ? (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            Add language
          </Button>
        ) : (
          <IconButton
            icon={IconPlus}
            label="Add language"
            title="Add language"
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label="Add language">
        <form onSubmit={add} noValidate>
          <Stack gap="sm">
            {draft.language === null && (
              <TextInput
                label="Language of what is here"
                placeholder="en"
                value={typedOwn}
                onChange={(event) => setTypedOwn(event.currentTarget.value)}
                error={isTried && !ownTag.ok && ownTag.problem}
                data-autofocus
              />
            )}
            <TextInput
              label="New language"
              description="Its tag, such as pt or pt-BR. Its content begins as a copy."
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={isTried && !added.ok && added.problem}
              data-autofocus={draft.language !== null || undefined}
            />
            <Button type="submit" style={{ alignSelf: 'flex-end' }}>
              Add
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
