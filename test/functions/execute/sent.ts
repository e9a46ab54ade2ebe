import { expect } from '../../jest.ts';

/** The answer to a request that was sent and is no repeat. */
export const sent = { body: expect.stringContaining('"type":"sent"'), replayed: false };
