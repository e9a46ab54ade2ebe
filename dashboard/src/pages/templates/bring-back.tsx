import { notifications } from '@mantine/notifications';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { codeOf } from '../../api/problem.ts';
import { useUndelete } from '../../api/template-changes.ts';
import { useTemplatesChanged } from '../../api/templates.ts';
import { SmallButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';

interface BringBackProps {
  template: Pick<TemplateSummary, 'id' | 'name' | 'revision'>;
  onDone?: () => void;
}

export function BringBack({ template: { id, name, revision }, onDone }: BringBackProps) {
  const undeletion = useUndelete();
  const readAgain = useTemplatesChanged();
  // `mutate` calls no callbacks after the row has left the list. A promise still settles then.
  const bringBack = () =>
    undeletion.mutateAsync({ id, revision }).then(
      () => {
        notifications.show({ message: `${name} is back` });
        onDone?.();
      },
      (error: Error) => {
        notifications.show({
          color: 'red',
          title: `${name} was not brought back`,
          message: error.message,
        });
        // Another user was faster: the list is out of date.
        if (codeOf(error) === 'stale') void readAgain();
      },
    );
  return (
    <Allowed to="publish">
      <SmallButton
        aria-label={`Bring back ${name}`}
        onClick={() => void bringBack()}
        loading={undeletion.isPending}
      >
        Bring back
      </SmallButton>
    </Allowed>
  );
}
