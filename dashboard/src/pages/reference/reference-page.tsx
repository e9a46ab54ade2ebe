import './reference.css';
import { Anchor, Button } from '@mantine/core';
import { useAccount } from '../../api/account.ts';
import { Copyable, Fact, Facts } from '../../parts/copy.tsx';
import { IconDownload } from '../../parts/icons.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { Page } from '../../shell/page.tsx';
import { apiDocument, documentUrl } from './document.ts';
import { OperationSection, RefusedList } from './operation-section.tsx';
import { commonRefusals, ownRefusals } from './shapes.ts';

const operations = Object.values(apiDocument.paths).map(({ post }) => post);
const common = commonRefusals(operations);

/** The API reference, from the OpenAPI document. */
export function Component() {
  const account = useAccount();
  return (
    <Page
      title="API reference"
      lead="One API key, JSON in and out. Each template’s API page has example requests."
      actions={
        <Button
          component="a"
          href={documentUrl}
          download="openapi.json"
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
        >
          Download openapi.json
        </Button>
      }
    >
      <Loaded query={account} what="The base address could not be loaded">
        {({ baseUrl }) => (
          <Facts>
            <Fact name="Base address">
              <Copyable text={baseUrl} what="base address" />
            </Fact>
          </Facts>
        )}
      </Loaded>
      <nav aria-label="Endpoints" className="endpoints">
        {Object.entries(apiDocument.paths).map(([path, { post }]) => (
          <Anchor key={path} href={`#${post.operationId}`} size="sm">
            {path}
          </Anchor>
        ))}
      </nav>
      {Object.entries(apiDocument.paths).map(([path, { post }]) => (
        <OperationSection
          key={path}
          path={path}
          operation={post}
          refused={ownRefusals(post, common)}
        />
      ))}
      <Section
        title="Refusals of all endpoints"
        lead="By status. The service checks the route first, then the key, the rate and the body."
      >
        <RefusedList refused={common} of="all endpoints" />
      </Section>
    </Page>
  );
}
