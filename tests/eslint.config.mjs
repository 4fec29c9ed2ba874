import { scripts } from '../web_client/eslint.scripts.js';

const rule = 'no-restricted-syntax';
const sleeps = [
  'CallExpression[callee.property.name="waitForTimeout"]',
  'CallExpression[callee.name=/^(pause|setTimeout|sleep)$/]',
];

// A test waits for an event, never for a time.
export default [...scripts, { files: ['**/*.test.mjs'], rules: { [rule]: ['error', ...sleeps] } }];
