import { Notifications } from '@mantine/notifications';

/** The place of the notifications: a script of its own, because the first page has none to show. */
export default function Notices() {
  return <Notifications position="bottom-right" />;
}
