export { scripts as default } from '../web_client/eslint.scripts.js';
