import { scripts } from '../web_client/eslint.scripts.js';

const rule = 'no-restricted-syntax';
const sleeps = [
  'CallExpression[callee.property.name="waitForTimeout"]',
  'CallExpression[callee.name="pause"]',
];

// A test of pages waits for an event, never for a time.
export default [...scripts, { files: ['**/browser/*.test.mjs'], rules: { [rule]: ['error', ...sleeps] } }];
