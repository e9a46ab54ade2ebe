import { CloseButton, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { maxSearchCharacters } from '../../../shared/engine/limits.ts';
import { exactText } from './exact-text.ts';
import { IconSearch } from './icons.tsx';

interface SearchBoxProps {
  text: string;
  /** For screen readers. */
  label: string;
  placeholder: string;
  /** Called with the text after Enter, and with an empty one after a click on the cross. */
  onSearch: (text: string) => void;
  /** Why the service refused the text. */
  error?: string | undefined;
}

const tooLong = `Search for at most ${maxSearchCharacters} characters`;

/** A box for a text to search for, which takes effect after Enter. */
export function SearchBox({ text, label, placeholder, onSearch, error }: SearchBoxProps) {
  const [typed, setTyped] = useState(text);
  // An address cannot hold a long text that a user pastes by mistake.
  const isTooLong = typed.trim().length > maxSearchCharacters;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTooLong) onSearch(typed.trim());
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
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          error={error ?? (isTooLong && tooLong)}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          rightSection={
            typed !== '' && (
              <CloseButton
                size="sm"
                aria-label="Clear the search"
                onClick={() => {
                  setTyped('');
                  if (text !== '') onSearch('');
                }}
              />
            )
          }
        />
      </form>
    </search>
  );
}
