import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useFlowFacts } from '../flow-facts.ts';

/** The name of a variable or a delivery field; those that the page knows are offered. */
export function NameInput({
  onlyVariables = false,
  ...props
}: AutocompleteProps & { onlyVariables?: boolean }) {
  const { names } = useFlowFacts();
  const offered = onlyVariables ? names.filter((name) => !name.startsWith('_')) : names;
  return (
    <Autocomplete
      data={offered}
      maxDropdownHeight={220}
      openOnFocus={false}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  );
}
