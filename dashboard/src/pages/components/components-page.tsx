import './components.css';
import { Page } from '../../shell/page.tsx';
import { CodeSamples } from './code-samples.tsx';
import { Controls } from './controls.tsx';
import { Dialogs } from './dialogs.tsx';
import { Feedback } from './feedback.tsx';
import { Lists } from './lists.tsx';
import { Marks } from './marks.tsx';

/**
 * The parts that the dashboard is made of, in all their states, so that a person sees at a glance what a change of the
 * look does. No menu links to it. Nothing on it sends a request.
 */
export function Component() {
  return (
    <Page title="Components" lead="The parts of this dashboard, in all their states.">
      <Marks />
      <Controls />
      <Feedback />
      <Lists />
      <Dialogs />
      <CodeSamples />
    </Page>
  );
}
