import { Badge } from '@mantine/core';
import type { TemplateSummary } from '../../../functions/manage/contracts/templates.ts';

/** Marks what is not a template of mails: a partial, or a layout. */
export function KindBadge({ isLayout }: Pick<TemplateSummary, 'isLayout'>) {
  return <Badge color="grape">{isLayout ? 'Layout' : 'Partial'}</Badge>;
}
