import { Box, Divider, Kbd, NavLink, Text, TextInput } from '@mantine/core';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { IconSearch } from '../parts/icons.tsx';
import { type Choice, useChoices } from './palette-choices.ts';

interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
}

export default function Palette({ onClose, onKeys }: PaletteProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const choices = useChoices(text, onKeys);
  const chosen = choices[Math.min(at, choices.length - 1)];
  const idOf = (choice: Choice | undefined) => choice && `${id}-${choices.indexOf(choice)}`;
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, choices.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter') run(chosen);
    else return;
    event.preventDefault();
  };
  const shownId = idOf(chosen);
  useEffect(() => {
    if (shownId) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  return (
    <Dialog
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      padding={0}
      size="lg"
      yOffset="10dvh"
      attributes={{ content: { 'aria-label': 'Go to' } }}
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder="A page, a template, the id of a message, or an action"
        aria-label="Go to a page, a template, a message or an action"
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={shownId}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <Divider />
      <Box
        id={id}
        role="listbox"
        aria-label="Where to"
        mah="50dvh"
        p="xs"
        style={{ overflow: 'auto' }}
      >
        {choices.map((choice, index) => (
          <Fragment key={choice.key}>
            {choice.group !== choices[index - 1]?.group && (
              <Text role="presentation" size="xs" c="dimmed" fw={600} px="xs" pt="xs" pb="2xs">
                {choice.group}
              </Text>
            )}
            <NavLink
              component="div"
              id={idOf(choice)}
              role="option"
              aria-selected={choice === chosen}
              active={choice === chosen}
              noWrap
              leftSection={<choice.icon size={18} stroke={1.6} aria-hidden />}
              label={choice.label}
              description={choice.detail}
              onMouseMove={() => setAt(index)}
              onClick={() => run(choice)}
            />
          </Fragment>
        ))}
      </Box>
      {choices.length === 0 && (
        <Text size="sm" c="dimmed" p="md" role="status">
          Nothing has these words. Try fewer letters, or paste the id of a message.
        </Text>
      )}
      <Divider />
      <Text size="xs" c="dimmed" px="md" py="xs" visibleFrom="sm" component="div">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to go,{' '}
        <Kbd size="xs">Esc</Kbd> to close
      </Text>
    </Dialog>
  );
}
