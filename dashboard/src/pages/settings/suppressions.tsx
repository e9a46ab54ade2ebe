import { Button, Paper } from '@mantine/core';
import { useState } from 'react';
import { useSuppressions } from '../../api/suppressions.ts';
import { Empty } from '../../parts/empty.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { Unsuppress } from '../../parts/unsuppress.tsx';
import { AddSuppression } from './add-suppression.tsx';
import { SuppressionRow } from './suppression-row.tsx';

/** The addresses that the account sends nothing to. */
export function Suppressions() {
  const list = useSuppressions();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <Section
      title="Suppressed addresses"
      lead="Nothing is sent to these: execute refuses them with validation_failed. An address that bounces for good or complains comes here by itself."
      actions={
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          Suppress an address
        </Button>
      }
    >
      <Loaded query={list} what="The suppressed addresses could not be read">
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          if (all.length === 0) {
            return (
              <Empty title="No address is suppressed">
                Mail goes to everyone that a request names.
              </Empty>
            );
          }
          return (
            <>
              <Paper withBorder component="ul" className="bare-list rows">
                {all.map((suppression) => (
                  <SuppressionRow
                    key={suppression.address}
                    suppression={suppression}
                    onRemove={() => setRemoving(suppression.address)}
                  />
                ))}
              </Paper>
              <LoadMore list={list} />
            </>
          );
        }}
      </Loaded>
      <AddSuppression opened={isAdding} onClose={() => setAdding(false)} />
      <Unsuppress address={removing} onClose={() => setRemoving(null)} />
    </Section>
  );
}
