import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['test/fuzz/long-run.ts'], disableConsoleIntercept: true, reporters: ['dot'] },
});
