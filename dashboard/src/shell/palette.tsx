import { Box, Divider, Kbd, NavLink, Text } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { Quiet } from '../parts/looks.tsx';
import { type Choice, useChoices } from './palette-choices.ts';

interface PaletteProps {
  text: string;
  /** The field of the box, whose keys choose in this list. */
  field: HTMLInputElement;
  listId: string;
  onClose: () => void;
  onKeys: () => void;
}

export default function PaletteChoices({ text, field, listId, onClose, onKeys }: PaletteProps) {
  const choices = useChoices(text, onKeys);
  const [chosenAt, setChosenAt] = useState({ text, at: 0 });
  // Another text begins at its first choice.
  const at = chosenAt.text === text ? Math.min(chosenAt.at, choices.length - 1) : 0;
  const setAt = (next: number) => setChosenAt({ text, at: next });
  const idOf = (index: number) => `${listId}-${index}`;
  const run = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    choice.run();
  };
  const shownId = choices[at] && idOf(at);
  useEffect(() => {
    if (shownId) field.setAttribute('aria-activedescendant', shownId);
    else field.removeAttribute('aria-activedescendant');
    if (shownId) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [field, shownId]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.isComposing) return;
      if (event.key === 'ArrowDown') setAt(Math.min(at + 1, choices.length - 1));
      else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
      else if (event.key === 'Enter') run(choices[at]);
      else return;
      event.preventDefault();
    };
    field.addEventListener('keydown', press);
    return () => field.removeEventListener('keydown', press);
  });
  return (
    <>
      <Box
        id={listId}
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
              id={idOf(index)}
              role="option"
              aria-selected={index === at}
              active={index === at}
              noWrap
              leftSection={<choice.icon size={18} stroke={1.6} aria-hidden />}
              rightSection={choice.keys && <Kbd size="xs">{choice.keys}</Kbd>}
              label={choice.label}
              description={choice.detail}
              onMouseMove={() => setAt(index)}
              onClick={() => run(choice)}
            />
          </Fragment>
        ))}
      </Box>
      {choices.length === 0 && (
        <Quiet p="md" role="status">
          Nothing has these words. Try fewer letters, or paste the id of a message.
        </Quiet>
      )}
      <Divider />
      <Text size="xs" c="dimmed" px="md" py="xs" visibleFrom="sm" component="div">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to go,{' '}
        <Kbd size="xs">Esc</Kbd> to close
      </Text>
    </>
  );
}
