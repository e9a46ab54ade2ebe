import { Anchor, type AnchorProps } from '@mantine/core';
import { Link, type LinkProps } from 'react-router';

export function PageLink(props: AnchorProps & Pick<LinkProps, 'to' | 'children'>) {
  return <Anchor component={Link} size="sm" {...props} />;
}
