import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateTemplate } from '../../api/templates.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { type NameAndId, NewTemplateForm } from './new-template-form.tsx';
import { StarterChoice } from './starter-choice.tsx';
import { type Starter, starters } from './starters.ts';

interface NewTemplateDialogProps {
  /** What is chosen at first. */
  begin: Starter['value'];
  onClose: () => void;
}

/** Creates a template or a partial, and opens it. All fields are filled in. */
export function NewTemplateDialog({ begin, onClose }: NewTemplateDialogProps) {
  const [value, setValue] = useState(begin);
  const starter = starters.find((each) => each.value === value) ?? starters[0];
  const creation = useCreateTemplate();
  const navigate = useNavigate();
  return (
    <Dialog opened onClose={onClose} title="New template" size="lg">
      <NewTemplateForm
        kind={starter.content.kind ?? 'template'}
        name={starter.name}
        focus="name"
        verb="Create"
        creation={{
          ...creation,
          mutate: (wanted: NameAndId, then) =>
            creation.mutate({ ...wanted, ...starter.content }, then),
        }}
        onCreated={({ id }) => void navigate(`/templates/${id}`)}
        onCancel={onClose}
      >
        <StarterChoice value={value} onChange={setValue} />
      </NewTemplateForm>
    </Dialog>
  );
}
