import { Page } from '../../shell/page.tsx';

export function Component() {
  return <Page title="Senders">{null}</Page>;
}
