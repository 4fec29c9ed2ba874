// What is said after the first board stands, and on pages for which words are not what one waits for.
export { people } from './people';
export { rare } from './rare';
export { replay } from './replay';
export { settings } from './settings';
