import { Badge } from '@mantine/core';
import type { TemplateSummary } from '../../../functions/manage/contracts/templates.ts';

export function KindBadge({ isLayout }: Pick<TemplateSummary, 'isLayout'>) {
  return <Badge color="grape">{isLayout ? 'Layout' : 'Partial'}</Badge>;
}
