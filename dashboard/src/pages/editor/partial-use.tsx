import { Anchor, NativeSelect, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';

type Users = Template['usedBy'];

/** How many templates the line names; it counts the others. */
const maxNamed = 8;

/** Names the templates that take this partial, and links to them. */
export function UsedBy({ usedBy }: { usedBy: Users }) {
  if (usedBy.length === 0) {
    return <Text size="sm">No template takes this partial yet.</Text>;
  }
  const more = usedBy.length - maxNamed;
  return (
    <Text size="sm">
      Used by {usedBy.length}. A save saves them anew:{' '}
      {usedBy.slice(0, maxNamed).map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Anchor component={Link} to={`/templates/${id}`} size="sm" underline="always">
            {name}
          </Anchor>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </Text>
  );
}

interface WithinSelectProps {
  usedBy: Users;
  within: string | null;
  onChange: (within: string | null) => void;
}

/** No id is empty. */
const alone = '';

/** Chooses whether the preview shows the partial alone, or within a template that takes it. */
export function WithinSelect({ usedBy, within, onChange }: WithinSelectProps) {
  return (
    <NativeSelect
      size="xs"
      w={200}
      aria-label="Preview within"
      data={[
        { value: alone, label: 'Alone' },
        ...usedBy.map(({ id, name }) => ({ value: id, label: `Within ${name}` })),
      ]}
      value={within ?? alone}
      onChange={({ currentTarget: { value } }) => onChange(value === alone ? null : value)}
    />
  );
}
