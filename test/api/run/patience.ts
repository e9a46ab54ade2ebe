import { jest } from '@jest/globals';

// A cold start, a silent DNS server or the start of another local run may stand in between.
jest.setTimeout(60_000);
