import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { StoredDraft } from '../../../../functions/manage/contracts/drafts.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { draftTag, usePublishDraft } from '../../api/stored-draft.ts';
import { draftOf } from '../../draft/draft.ts';
import { PublishSheet } from '../../draft/save-buttons.tsx';
import { templatePath } from '../../draft/template-header.tsx';
import { useOpenTemplate } from '../../draft/template-tab.tsx';
import { isStale, staleWords } from '../../parts/stored-draft-words.tsx';

export interface DraftProps {
  stored: StoredDraft;
  served: Template;
}

export function useLooks({ stored, served }: DraftProps) {
  const live = served.revision;
  return useMemo(() => {
    const before = { name: `Live: revision ${live}`, key: `${live}`, content: draftOf(served) };
    const key = stored.draft?.createdAt ?? '';
    return { before, after: { name: 'Draft', key, content: draftOf(stored) } };
  }, [live, served, stored]);
}

type PublishDraftProps = DraftProps & {
  /** Whether it is published without the approval that it needs, for a reason. */
  isOverride?: boolean;
  onClose: () => void;
};

export function PublishDraft({ isOverride = false, onClose, ...of }: PublishDraftProps) {
  const { stored, served } = of;
  const { id, draft } = stored;
  const over = served.revision;
  const tag = draft === null ? 0 : draftTag(draft);
  const { before, after } = useLooks(of);
  const { work } = useOpenTemplate();
  const navigate = useNavigate();
  const publication = usePublishDraft(id, (published) => {
    work.saving.published(published);
    return navigate(templatePath(id));
  });
  const stale = draft && over > 0 && isStale(draft, over) && staleWords(draft, over);
  return (
    <PublishSheet
      {...{ onClose, isOverride }}
      before={{ ...before, name: `Now: revision ${over}` }}
      after={{ ...after, name: 'After: this draft' }}
      template={served}
      title={isOverride ? 'Publish without an approval?' : 'Publish this draft?'}
      note={draft?.note ?? ''}
      warning={stale}
      onPublish={(note, override) =>
        publication.mutate({ tag, over, note, ...(isOverride && { override }) })
      }
      request={publication}
    />
  );
}
