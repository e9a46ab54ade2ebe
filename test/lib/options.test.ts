/**
 * What the settings may add to the stack. In one file for jest, because each loads all of CDK anew, which
 * takes longer than the tests.
 */
import './options/own-domain.ts';
import './options/senders.ts';
import './options/firewall.ts';
