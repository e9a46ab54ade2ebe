import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';

/** Says that the browser is offline, over the page, so that nothing on it moves. */
export function Offline() {
  const { online } = useNetwork();
  return (
    <div role="status" className="offline">
      {!online && (
        <span>
          <IconWifiOff size={16} aria-hidden /> You are offline. What you write stays in this
          window.
        </span>
      )}
    </div>
  );
}
