// Before each file: what a test does not answer fails at once, and asks no machine.
globalThis.fetch = () => Promise.reject(new TypeError('there is no server in unit tests'));
