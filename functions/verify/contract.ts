import * as z from 'zod/mini';
import type { Verification } from '../../shared/engine/verify/verify-address.ts';
import { requiredString } from '../../shared/http/contract.ts';

/** The request of `POST /v1/verify` (spec §4.3). */
export const verifyRequest = z.object({ email: requiredString });

export type VerifyRequest = z.infer<typeof verifyRequest>;

/** The answer of `POST /v1/verify`; `email` as the caller wrote it. */
export interface VerifyResponse {
  email: string;
  verification: Verification;
}

export const verifyExample: { request: VerifyRequest; response: VerifyResponse } = {
  request: { email: 'ada@inbox.example.com' },
  response: {
    email: 'ada@inbox.example.com',
    verification: {
      valid: true,
      format: true,
      domain: true,
      mxRecords: true,
      disposable: false,
      role: false,
    },
  },
};
