import { jest } from '@jest/globals';

// The five seconds that are usual would be a claim about the machine: a test may start processes
// or wait for a silent server, and others may be busy on the same cores.
jest.setTimeout(60_000);
