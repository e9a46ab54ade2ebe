/**
 * What the settings may add to the stack, and what is said of the whole. In one file for jest, because each
 * loads all of CDK anew, which takes longer than the tests.
 */
import './options/own-domain.ts';
import './options/senders.ts';
import './options/firewall.ts';
import './options/cost.ts';
import './options/findings.ts';
import './options/wildcards.ts';
import './options/names.ts';
import './options/local-run.ts';
import './options/monitoring.ts';
import './options/sam-template.ts';
import './options/documented.ts';
