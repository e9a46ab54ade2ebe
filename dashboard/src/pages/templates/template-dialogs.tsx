import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { DeleteTemplate } from './delete-template.tsx';
import { DuplicateTemplate } from './duplicate-template.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { RenameTemplate } from './rename-template.tsx';
import type { Starter } from './starters.ts';

/** The dialog over the list. */
export type TemplateDialog =
  | { name: 'new'; begin: Starter['value'] }
  | { name: 'duplicate' | 'rename' | 'delete'; template: TemplateSummary };

interface TemplateDialogsProps {
  dialog: TemplateDialog;
  onClose: () => void;
}

/** Draws one of the dialogs of the list. */
export default function TemplateDialogs({ dialog, onClose }: TemplateDialogsProps) {
  if (dialog.name === 'new') return <NewTemplateDialog begin={dialog.begin} onClose={onClose} />;
  const { name, template } = dialog;
  const Dialog = { duplicate: DuplicateTemplate, rename: RenameTemplate, delete: DeleteTemplate }[
    name
  ];
  return <Dialog template={template} onClose={onClose} />;
}
