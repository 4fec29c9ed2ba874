// What a room says: one file, because each costs a request.
export { common } from './common';
export { room } from './room';
