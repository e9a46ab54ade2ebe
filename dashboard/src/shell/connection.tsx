import { Paper } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { hasOldData } from '../api/problem.ts';
import { IconCloudOff, IconWifiOff } from '../parts/icons.tsx';

export function Connection() {
  const { online } = useNetwork();
  const isOld = useOldData();
  return (
    <div role="status" className="connection">
      {online ? (
        isOld && (
          <Banner>
            <IconCloudOff size={16} aria-hidden /> The service does not answer. What you see may be
            out of date; the page keeps trying.
          </Banner>
        )
      ) : (
        <Banner>
          <IconWifiOff size={16} aria-hidden /> You are offline. What you write stays in this
          window.
        </Banner>
      )}
    </div>
  );
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder shadow="md" mx="md" px="md" py="xs" fz="md">
      {children}
    </Paper>
  );
}

function useOldData(): boolean {
  const queries = useQueryClient();
  const subscribe = useCallback(
    (changed: () => void) => queries.getQueryCache().subscribe(changed),
    [queries],
  );
  const read = () => hasOldData(queries);
  return useSyncExternalStore(subscribe, read, read);
}
