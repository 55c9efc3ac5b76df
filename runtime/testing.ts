/** Guards for a server's own tests. They throw plain errors, so any test runner reports them. */
export { expectReaches } from './testing/expect-reaches.js';
export type { Expectation } from './testing/expect-reaches.js';
export { guardServer } from './testing/guard-server.js';
export type { GuardableServer } from './testing/guard-server.js';
