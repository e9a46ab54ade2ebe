import { Anchor, type AnchorProps, Badge, Text, type TextProps } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';
import type { TemplateSummary } from '../../../functions/manage/contracts/templates.ts';

/**
 * A name that a user chose, on one line, which ends in an ellipsis; the tooltip, and the line while its link has the
 * focus, show all of it. Its direction of writing does not change that of the words around it.
 */
export function Name({ children }: { children: string }) {
  return (
    <bdi className="name" title={children}>
      {children}
    </bdi>
  );
}

/** A cell of a table, or a line of one, with a name alone. */
export const NameLine = ({ children, ...text }: TextProps & { children: string }) => (
  <Text size="sm" component="div" {...text}>
    <Name>{children}</Name>
  </Text>
);

interface NameFilterProps {
  children: string;
  title: string;
  'aria-label'?: string;
  onClick: () => void;
}

/** A name in a cell that narrows the list to the rows that share it. */
export const NameFilter = ({ children, ...button }: NameFilterProps) => (
  <Anchor component="button" display="block" size="sm" maw="100%" {...button}>
    <Name>{children}</Name>
  </Anchor>
);

export function KindBadge({ isLayout }: Pick<TemplateSummary, 'isLayout'>) {
  return <Badge color="grape">{isLayout ? 'Layout' : 'Partial'}</Badge>;
}

export function PageLink(props: AnchorProps & Pick<LinkProps, 'to' | 'children'>) {
  return <Anchor component={Link} size="sm" {...props} />;
}
