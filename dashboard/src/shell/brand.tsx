import { Text } from '@mantine/core';
import { Link } from 'react-router';

/** The mark and the name; they lead home. */
export function Brand() {
  return (
    <Link to="/" className="brand">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <Text fw={700} size="lg" component="span">
        postrider
      </Text>
    </Link>
  );
}
