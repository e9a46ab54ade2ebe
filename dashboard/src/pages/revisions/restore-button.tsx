import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Revision } from '../../../../functions/manage/contracts/templates.ts';
import { useRestore } from '../../api/template-changes.ts';
import { draftOf } from '../../draft/draft.ts';
import { PublishSheet } from '../../draft/save-buttons.tsx';
import { templatePath } from '../../draft/template-header.tsx';
import type { TemplateDraft } from '../../draft/use-template-draft.ts';
import { IconRestore } from '../../parts/icons.tsx';
import { MainButton } from '../../parts/looks.tsx';
import { Allowed } from '../../parts/may.tsx';

/** Publishes the content of an old revision as a new one, after a look at both. */
export function RestoreButton({ work, revision }: { work: TemplateDraft; revision: Revision }) {
  const { template, saving } = work;
  const { id, revision: current } = template;
  const number = revision.revision;
  const [isAsking, setAsking] = useState(false);
  const restoration = useRestore(id);
  const navigate = useNavigate();
  const [before, after] = useMemo(
    () => [draftOf(template), draftOf(revision)],
    [template, revision],
  );
  const restore = () =>
    restoration.mutate(
      { number, from: current },
      {
        onSuccess: (saved) => {
          saving.published(saved);
          void navigate(templatePath(id));
        },
      },
    );
  return (
    <>
      <Allowed to="publish">
        <MainButton icon={IconRestore} onClick={() => setAsking(true)}>
          Restore revision {number}…
        </MainButton>
      </Allowed>
      {isAsking && (
        <PublishSheet
          template={template}
          title={`Publish revision ${number} again?`}
          before={{ name: `Now: revision ${current}`, key: `${current}`, content: before }}
          after={{ name: `After: revision ${number}`, key: `${number}`, content: after }}
          note={null}
          warning={
            work.isChanged &&
            (work.state.stored
              ? 'Your draft stays, and is stale from now on: made from an older revision.'
              : 'Your changes in the editor stay: when you publish them, you see both.')
          }
          onPublish={restore}
          onClose={() => setAsking(false)}
          request={restoration}
        />
      )}
    </>
  );
}
