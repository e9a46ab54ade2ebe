import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { changeField } from './change-field.ts';
import type { DataField } from './data-fields.ts';

export interface DataFieldInputProps {
  field: DataField;
  testData: string;
  /** The preview had to print nothing for it. */
  isMissing: boolean;
  onChange: (testData: string) => void;
}

/** One value. JSON that is not finished yet stays here alone, and is not written into the data. */
export function DataFieldInput({ field, testData, isMissing, onChange }: DataFieldInputProps) {
  const [unfinished, setUnfinished] = useState<{ typed: string; detail: string } | null>(null);
  const change = (typed: string) => {
    const changed = changeField(testData, field, typed);
    setUnfinished(changed.ok ? null : { typed, detail: changed.detail });
    if (changed.ok) onChange(changed.text);
  };
  const isMissingHere = isMissing && field.value === null;
  return (
    <Textarea
      label={field.name}
      description={descriptionOf(field)}
      size="xs"
      autosize
      minRows={1}
      maxRows={8}
      styles={field.kind === 'json' ? inCode : undefined}
      placeholder={placeholderOf(field)}
      value={unfinished?.typed ?? field.value ?? ''}
      onChange={(event) => change(event.currentTarget.value)}
      error={unfinished?.detail ?? (isMissingHere ? 'Missing: it prints nothing' : undefined)}
    />
  );
}

const inCode = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

function descriptionOf({ kind, members }: DataField): string | undefined {
  if (kind === 'text') return undefined;
  return members.length > 0 ? `A section, JSON, with ${members.join(', ')}` : 'A section, JSON';
}

/** What stands there by default, or a sample of what may. */
function placeholderOf({ kind, fallback, members }: DataField): string | undefined {
  if (kind === 'text') return fallback ?? undefined;
  if (members.length === 0) return 'true';
  return JSON.stringify([Object.fromEntries(members.map((name) => [name, '…']))]);
}
