import { Input } from '@mantine/core';
import { useId } from 'react';
import { IconCheck } from '../parts/icons.tsx';
import { Name } from '../parts/name.tsx';
import type { Elsewhere } from './elsewhere.ts';

interface ChoiceProps {
  label: string;
  here: Omit<Elsewhere, 'href'>;
  others: readonly Elsewhere[];
}

/** Where one is, and links to the same page elsewhere. */
export function ElsewhereChoice({ label, here, others }: ChoiceProps) {
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} component="div" mb={4}>
        {label}
      </Input.Label>
      <ul className="bare-list elsewhere" aria-labelledby={labelId}>
        <li aria-current="true">
          <ChoiceName {...here} />
          <IconCheck size={16} aria-hidden />
        </li>
        {others.map(({ href, ...other }) => (
          <li key={other.id}>
            <a href={href}>
              <ChoiceName {...other} />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Two accounts may have one name, so each has its id below it. */
function ChoiceName({ id, name }: Omit<Elsewhere, 'href'>) {
  return (
    <span className="elsewhere-name">
      <Name>{name}</Name>
      <small>{id}</small>
    </span>
  );
}
