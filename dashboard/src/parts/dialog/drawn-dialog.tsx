import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Draws a closed dialog first: Mantine remembers where the focus was when a dialog changes from closed to open. */
export default function DrawnDialog({ opened, ...props }: ModalProps) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return <Modal opened={opened && isDrawn} {...props} />;
}
