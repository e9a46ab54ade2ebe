import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRestore } from '../../api/templates.ts';
import { templatePath } from '../../draft/template-header.tsx';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { IconRestore } from '../../parts/icons.tsx';

/**
 * Serves a revision again, as a new revision. The page shows what that changes, and the way back is the same button,
 * so it asks only an author who has unsaved changes.
 */
export function RestoreButton({ work, number }: { work: TemplateDraft; number: number }) {
  const { id, revision: current } = work.template;
  const [isAsking, setAsking] = useState(false);
  const restoration = useRestore(id);
  const navigate = useNavigate();
  const restore = () =>
    restoration.mutate(
      { number, from: current },
      {
        onSuccess: ({ revision }) => {
          const message = `Revision ${number} is served again, as revision ${revision}`;
          notifications.show({ message });
          void navigate(templatePath(id));
        },
        // The dialog has the reason.
        onError: () => setAsking(true),
      },
    );
  return (
    <>
      <Button
        leftSection={<IconRestore size={16} aria-hidden />}
        loading={restoration.isPending}
        onClick={() => (work.isChanged ? setAsking(true) : restore())}
      >
        Restore revision {number}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Restore revision ${number}?`}
        verb="Restore"
        onConfirm={restore}
        request={restoration}
      >
        This saves its content as a new revision, which the next request uses. Revision {current}{' '}
        stays in the list.
        {work.isChanged &&
          ' Your unsaved changes stay in the editor: when you save them, it shows you both.'}
      </Confirm>
    </>
  );
}
