// What nearly every page says, and rooms: one file, because each costs a request.
export { common } from './common';
export { room } from './room';
