import './home.css';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { BaseAddress } from './base-address.tsx';
import { Checklist } from './checklist.tsx';
import { firstRun, isInUse } from './first-run.ts';
import { InUse } from './in-use.tsx';
import { SetUp } from './set-up.tsx';
import { useOverview } from './use-overview.ts';

/** What one should know first: how to begin, and later what went wrong. */
export function Component() {
  const overview = useOverview();
  return (
    <Page title="Overview">
      <Loaded query={overview} what="The overview could not be read">
        {(found) => {
          const steps = firstRun(found);
          const address = (
            <BaseAddress baseUrl={found.account.baseUrl} template={found.templates[0]} />
          );
          if (isInUse(found)) {
            return (
              <>
                <SetUp />
                <InUse found={found} steps={steps} address={address} />
              </>
            );
          }
          return (
            <>
              <SetUp />
              <Checklist steps={steps} />
              {address}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
