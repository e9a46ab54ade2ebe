import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useIdsFrom } from '../../api/templates.ts';
import { exactText } from '../../parts/exact-text.ts';

interface TemplateFilterProps {
  id: string;
  onChange: (id: string) => void;
}

/** The id of a template, which the browser completes. It takes effect after Enter, or when the field loses the focus. */
export function TemplateFilter({ id, onChange }: TemplateFilterProps) {
  const [typed, setTyped] = useState(id);
  const list = useId();
  const ids = useIdsFrom(typed.trim()).data ?? [];
  const finish = () => {
    if (typed.trim() !== id) onChange(typed.trim());
  };
  return (
    <form
      style={{ flex: '1 1 10rem' }}
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextInput
        aria-label="Template"
        placeholder="Any template"
        list={list}
        {...exactText}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
        onBlur={finish}
      />
      <datalist id={list}>
        {ids.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </form>
  );
}
