import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { maxSearchCharacters } from '../../../shared/engine/limits.ts';
import { exactText } from './exact-text.ts';
import { IconSearch } from './icons.tsx';

interface SearchBoxProps {
  text: string;
  label: string;
  placeholder: string;
  /** Called after a pause in typing and after Enter, and with an empty text after a click on the cross. */
  onSearch: (text: string) => void;
  error?: string | undefined;
}

const restMs = 150;

const tooLong = `Search for at most ${maxSearchCharacters} characters`;

export function SearchBox(props: SearchBoxProps) {
  const { text, label, placeholder, error } = props;
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  const [sent, setSent] = useState(text);
  if (text !== seen) {
    setSeen(text);
    // A link, such as the menu's, has changed the text.
    if (text !== sent) setTyped(text);
    setSent(text);
  }
  // An address cannot hold a long text that a user pastes by mistake.
  const isTooLong = typed.trim().length > maxSearchCharacters;
  const search = (wanted: string) => {
    searchSoon.cancel();
    setSent(wanted);
    props.onSearch(wanted);
  };
  const searchSoon = useDebouncedCallback(search, restMs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong) search(typed.trim());
  };
  const type = (value: string) => {
    setTyped(value);
    if (value.trim().length <= maxSearchCharacters) searchSoon(value.trim());
  };
  return (
    <search>
      <form onSubmit={submit}>
        <TextInput
          type="search"
          aria-label={label}
          placeholder={placeholder}
          {...exactText}
          enterKeyHint="search"
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          error={error ?? (isTooLong && tooLong)}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                size="sm"
                aria-label="Clear the search"
                onClick={() => {
                  setTyped('');
                  if (text === '') searchSoon.cancel();
                  else search('');
                }}
              />
            )
          }
        />
      </form>
    </search>
  );
}
