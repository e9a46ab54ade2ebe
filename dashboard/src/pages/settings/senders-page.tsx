import { Page } from '../../shell/page.tsx';
import { Identities } from './identities.tsx';
import { SetUp } from './set-up.tsx';
import { Suppressions } from './suppressions.tsx';

/** Who mail comes from, and whom none goes to. */
export function Component() {
  return (
    <Page title="Senders" lead="The addresses and domains that flows send from.">
      <Identities />
      <SetUp />
      <Suppressions />
    </Page>
  );
}
