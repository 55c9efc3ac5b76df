import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/integration/**', 'test/package/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'package',
          include: ['test/package/*.test.ts'],
          testTimeout: 60_000,
          globalSetup: 'test/package/tarball.ts',
        },
      },
    ],
  },
});
