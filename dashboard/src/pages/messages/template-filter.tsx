import { TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useIdsFrom } from '../../api/templates.ts';

interface TemplateFilterProps {
  id: string;
  onChange: (id: string) => void;
}

/** The id of a template, which the browser completes. It takes effect when it is chosen, after Enter, or when the field loses the focus. */
export function TemplateFilter({ id, onChange }: TemplateFilterProps) {
  const [typed, setTyped] = useState(id);
  const list = useId();
  const ids = useIdsFrom(typed.trim()).data ?? [];
  const finish = (text: string) => {
    if (text.trim() !== id) onChange(text.trim());
  };
  const change = (text: string, isChosen: boolean) => {
    setTyped(text);
    if (isChosen) finish(text);
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        finish(typed);
      }}
    >
      <TextInput
        aria-label="Template"
        placeholder="Any template"
        list={list}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget: { value }, nativeEvent }) =>
          change(value, isReplacement(nativeEvent))
        }
        onBlur={() => finish(typed)}
      />
      <datalist id={list}>
        {ids.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}

/** Whether the browser put in a value of the list: only then is the event no typing. */
function isReplacement(event: Event): boolean {
  return !(event instanceof InputEvent) || event.inputType === 'insertReplacementText';
}
