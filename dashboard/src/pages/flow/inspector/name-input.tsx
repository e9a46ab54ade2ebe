import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { exactText } from '../../../parts/exact-text.ts';
import { useFlow } from '../use-flow.ts';

/** An input for the name of a variable or a delivery field, with suggestions. */
export function NameInput({
  onlyVariables = false,
  ...props
}: AutocompleteProps & { onlyVariables?: boolean }) {
  const { names } = useFlow();
  const offered = onlyVariables ? names.filter((name) => !name.startsWith('_')) : names;
  return (
    <Autocomplete
      data={offered}
      maxDropdownHeight={220}
      openOnFocus={false}
      {...exactText}
      {...props}
    />
  );
}
