// A first visit shows none of it, so the browser loads this script when the first one opens.
export { Modal, Tooltip } from '@mantine/core';
export { Notifications } from '@mantine/notifications';
export { RowMenuPopup } from './row-menu-popup.tsx';
