import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from '../../jest.ts';
import { synthesised } from '../synthesised.ts';

const off = synthesised({ senders: ['example.com'], tenants: false });
const on = () => synthesised({ senders: ['example.com'], tenants: { policy: 'strict' } });

test('without tenants the stack is the same as before there were any', () => {
  expect(off.toJSON()).toEqual(synthesised({ senders: ['example.com'] }).toJSON());
  expect(JSON.stringify(off.toJSON())).not.toMatch(/tenant/i);
});

test('with tenants the functions that send name them, and events ask SES about them', () => {
  const functions = Object.entries(on().findResources('AWS::Lambda::Function'));
  const naming = functions.filter(
    ([, { Properties }]) => Properties.Environment?.Variables.TENANTS,
  );

  expect(naming.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
    ...['Due', 'Events', 'Execute'],
  ]);
  on().hasOutput('Tenants', { Value: 'strict test' });
  on().hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 hour)' });
  on().hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: Match.objectLike({
      Statement: Match.arrayWith([
        Match.objectLike({ Action: ['ses:GetTenant', 'ses:GetReputationEntity'], Resource: '*' }),
      ]),
    }),
  });
});

test('no function may make, change, pause or delete a tenant', () => {
  const policies = JSON.stringify(on().findResources('AWS::IAM::Policy'));

  expect(policies).not.toMatch(/ses:(Create|Delete|Put|Update|Tag)/);
});

test('a paused account raises an alarm', () => {
  on().hasResourceProperties('AWS::CloudWatch::Alarm', {
    AlarmDescription: Match.stringLikeRegexp('Accounts paused|is paused for an account'),
    Threshold: 1,
  });
});
