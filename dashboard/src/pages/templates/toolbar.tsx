import { CloseButton, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '../../parts/icons.tsx';
import { orders } from './sorted.ts';
import { type Choice, type Show, shows } from './use-choice.ts';

/** The search, and the choices of what the list shows and in which order. */
export function Toolbar({ choice }: { choice: Choice }) {
  const { typed, setTyped, show, setShow, order, setOrder } = choice;
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const chosen = (value: string) =>
    setShow(shows.find((each) => each.value === value)?.value ?? show);
  const sortBy = (value: string) =>
    setOrder(orders.find((each) => each.value === value)?.value ?? order);
  return (
    <Group gap="sm" className="template-toolbar">
      <TextInput
        aria-label="Find a template by words of its name or id"
        placeholder="Find by name or id"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed !== '' && (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        type="search"
        data-template-search
        className="template-search"
      />
      {isWide ? (
        <SegmentedControl aria-label="Show" value={show} onChange={chosen} data={shown} />
      ) : (
        <NativeSelect
          aria-label="Show"
          value={show}
          onChange={(event) => chosen(event.currentTarget.value)}
          data={shown}
        />
      )}
      <NativeSelect
        aria-label="Order"
        value={order}
        onChange={(event) => sortBy(event.currentTarget.value)}
        data={orders.map(({ value, label }) => ({ value, label: `By ${label.toLowerCase()}` }))}
        ml={isWide ? 'auto' : undefined}
      />
    </Group>
  );
}

const shown: { value: Show; label: string }[] = shows.map(({ value, label }) => ({ value, label }));
