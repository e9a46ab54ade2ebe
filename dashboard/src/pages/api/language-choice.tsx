import { SegmentedControl } from '@mantine/core';

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'node', label: 'Node.js' },
] as const;

export type Language = (typeof languages)[number]['value'];

export interface LanguageChoiceProps {
  value: Language;
  onChange: (language: Language) => void;
}

export function LanguageChoice({ value, onChange }: LanguageChoiceProps) {
  return (
    <SegmentedControl
      aria-label="Language of the examples"
      data={[...languages]}
      value={value}
      onChange={onChange}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}
