import { Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useDuplicateTemplate } from '../../api/templates.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { NewTemplateForm } from './new-template-form.tsx';
import { copyOf } from './propose-id.ts';

interface DuplicateTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Creates a template with everything that another has but its draft, and opens it. */
export function DuplicateTemplate({ template, onClose }: DuplicateTemplateProps) {
  const { id, name, kind, draft } = template;
  const navigate = useNavigate();
  return (
    <Dialog opened onClose={onClose} title={`Duplicate ${name}`}>
      <NewTemplateForm
        kind={kind}
        {...copyOf({ id, name })}
        focus="id"
        verb="Duplicate"
        creation={useDuplicateTemplate(id)}
        onCreated={(created) => void navigate(`/templates/${created.id}`)}
        onCancel={onClose}
      >
        <Text size="sm" c="dimmed">
          {kind === 'partial'
            ? 'The copy has the content and the test data of revision '
            : 'The copy has the content, languages, layout, flow and test data of revision '}
          {template.revision}
          {draft ? ', and nothing of the draft.' : '.'}
        </Text>
      </NewTemplateForm>
    </Dialog>
  );
}
