/** The environment variable with the address at which Jest's process offers shared things to the tests' processes. */
export const offerVariable = 'POSTRIDER_TEST_OFFER';
