import './flow.css';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useSenders } from '../../api/senders.ts';
import { useTemplate } from '../../api/templates.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { TemplateNav } from '../../shell/template-nav.tsx';
import { FlowWorkshop } from './flow-workshop.tsx';
import { readFlow } from './model/flow-draft.ts';
import { UnknownFlow } from './unknown-flow.tsx';

/** The flow of a template: what a call to execute does with it. */
export function Component() {
  const { id = '' } = useParams();
  const query = useTemplate(id);
  if (query.data) return <ReadFlow key={id} template={query.data} />;
  return (
    <Page title={id} above={[{ to: '/templates', label: 'Templates' }]}>
      <TemplateNav id={id} />
      <Loaded query={query} what="The template could not be read">
        {() => null}
      </Loaded>
    </Page>
  );
}

function ReadFlow({ template }: { template: Template }) {
  const senders = useSenders();
  // What is read later must not put away what somebody is drawing.
  const [read] = useState(() => readFlow(template.flow));
  if (read === 'unknown') return <UnknownFlow template={template} />;
  const identities = (senders.data ?? []).map(({ identity }) => identity);
  return <FlowWorkshop template={template} stored={read} identities={identities} />;
}
