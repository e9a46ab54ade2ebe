/** The environment variable with the address of what Jest's process offers to the processes of the tests. */
export const offerVariable = 'POSTRIDER_TEST_OFFER';
