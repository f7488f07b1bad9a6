import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { databaseTests } from './test/database-tests.ts'

/** What every storage promises; the tests of one storage alone are unit tests. */
const storage = ['src/server/platform/storage/storage.test.ts']
const faults = ['test/faults/faults.test.ts']
const timed = ['test/faults/timed.test.ts']
const unit = ['src/**/*.test.ts', 'scripts/**/*.test.mjs', 'test/**/*.test.ts']

const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test },
})

/** Read once for all files instead of once for each, which took half of their time. They share nothing else. */
const sharingModules = { isolate: false }

const onEngine = (engine: 'sqlite' | 'postgres') =>
  project(engine, {
    include: databaseTests,
    env: { TEST_ENGINE: engine },
    ...sharingModules,
    globalSetup: ['test/support/global-setup.ts'],
  })

export default defineConfig({
  test: {
    testTimeout: 40_000,
    hookTimeout: 40_000,
    // What waits for processes, timers and sockets may stumble over a busy machine; the end of `npm test` names what did.
    retry: 1,
    // On two cores the default is one. One more than there are cores, for many tests wait for a database or a timer.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './scripts/vitest-counts.mjs'],
    setupFiles: ['test/support/console.ts'],
    projects: [
      project('unit', {
        include: unit,
        exclude: [...databaseTests, ...storage, ...faults, ...timed],
        ...sharingModules,
      }),
      // Each has a document of its own.
      project('web', { include: ['src/web/**/*.test.tsx'] }),
      onEngine('sqlite'),
      onEngine('postgres'),
      project('disk', { include: storage, env: { TEST_STORAGE: 'disk' } }),
      project('s3', { include: storage, env: { TEST_STORAGE: 's3' } }),
      // Real processes that are killed, and wait for much.
      project('faults', { include: faults, testTimeout: 180_000 }),
      // After the others, so that they have the machine to themselves.
      project('timed', { include: timed, testTimeout: 180_000, sequence: { groupOrder: 1 } }),
    ],
  },
})
