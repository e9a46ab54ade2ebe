import './palette.css';
import { Kbd, Text, TextInput } from '@mantine/core';
import { Fragment, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { IconSearch } from '../parts/icons.tsx';
import { type Choice, useChoices } from './palette-choices.ts';

interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
}

/** Goes to any page, template or message, and does what the menu does, by a few letters. */
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
        className="palette-field"
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
      <div id={id} role="listbox" aria-label="Where to" className="palette-list">
        {choices.map((choice, index) => (
          <Fragment key={choice.key}>
            {choice.group !== choices[index - 1]?.group && (
              <div role="presentation" className="palette-group">
                {choice.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus */}
            <div
              id={idOf(choice)}
              role="option"
              aria-selected={choice === chosen}
              className="palette-choice"
              onMouseMove={() => setAt(index)}
              onClick={() => run(choice)}
            >
              <choice.icon size={18} stroke={1.6} aria-hidden />
              <span className="palette-label">{choice.label}</span>
              {choice.detail && <span className="palette-detail">{choice.detail}</span>}
            </div>
          </Fragment>
        ))}
      </div>
      {choices.length === 0 && (
        <Text size="sm" c="dimmed" p="md" role="status">
          Nothing has these words. Try fewer letters, or paste the id of a message.
        </Text>
      )}
      <Text size="xs" c="dimmed" className="palette-foot" visibleFrom="sm" component="div">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to choose, <Kbd size="xs">Enter</Kbd> to go,{' '}
        <Kbd size="xs">Esc</Kbd> to close
      </Text>
    </Dialog>
  );
}
