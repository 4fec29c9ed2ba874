import { scripts } from '../web_client/eslint.scripts.js';

const rule = 'no-restricted-syntax';
const sleeps = [
  'CallExpression[callee.property.name="waitForTimeout"]',
  'CallExpression[callee.name=/^(pause|setTimeout|sleep)$/]',
];
// Playwright looks at what the function returns at once: a promise, which is true.
const promise = {
  selector: 'CallExpression[callee.property.name="waitForFunction"] > [async=true]',
  message: 'waitForFunction waits for no promise: evaluate one that ends with the event.',
};

// A test waits for an event, never for a time.
export default [...scripts, { files: ['**/*.test.mjs'], rules: { [rule]: ['error', ...sleeps, promise] } }];
