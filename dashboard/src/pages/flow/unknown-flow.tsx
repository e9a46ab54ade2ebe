import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Page } from '../../shell/page.tsx';
import { TemplateNav } from '../../shell/template-nav.tsx';

/** A flow with something that this page does not know: it is shown, but not changed. */
export function UnknownFlow({ template }: { template: Template }) {
  return (
    <Page title={template.name || template.id} above={[{ to: '/templates', label: 'Templates' }]}>
      <TemplateNav id={template.id} />
      <Alert
        color="yellow"
        icon={<IconAlertTriangle aria-hidden />}
        title="This flow cannot be drawn here"
      >
        It holds something that this page does not know, which a save from here would lose. Reload
        the page if the service was updated, or push the template from its files.
      </Alert>
      <CodeBlock text={JSON.stringify(template.flow, null, 2)} label="The flow as it is stored" />
    </Page>
  );
}
