import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { markdown } from './build/markdown.ts'
import { bothEnginesTests, sqliteOnlyTests } from './test/database-tests.ts'

/** Every storage must pass these tests. Tests of a single storage are unit tests. */
const storage = ['src/server/platform/storage/storage.test.ts']
const faults = ['proofs/faults/faults.test.ts']
const timed = ['proofs/faults/timed.test.ts']
const unit = [
  'src/**/*.test.ts',
  'scripts/**/*.test.mjs',
  'demo/**/*.test.mjs',
  'test/**/*.test.ts',
  'proofs/**/*.test.ts',
]

/** Set by `npm run test:all`, which runs every database test on both engines. */
const isEverything = process.env.TEST_SCOPE === 'all'
const twice = isEverything ? [...bothEnginesTests, ...sqliteOnlyTests] : bothEnginesTests
const once = isEverything ? [] : sqliteOnlyTests

const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, ...test },
})

/** Test files share loaded modules, which halves their run time. */
const sharingModules = { isolate: false }

/** Node runs our TypeScript as it is, so these tests load it like the server does, without transforming it. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

const onEngine = (name: string, engine: 'sqlite' | 'postgres', include: string[]) =>
  project(name, {
    include,
    ...native,
    env: { TEST_ENGINE: engine },
    ...sharingModules,
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/statements.ts'],
  })

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Use one more worker than cores, because many tests wait for a database or a timer. Vitest would use fewer.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './scripts/vitest-counts.mjs'],
    setupFiles: ['test/support/console.ts', 'test/support/patience.ts'],
    projects: [
      project('unit', {
        include: unit,
        exclude: [...bothEnginesTests, ...sqliteOnlyTests, ...storage, ...faults, ...timed],
        ...sharingModules,
      }),
      { ...project('web', { include: ['src/web/**/*.test.tsx'] }), plugins: [markdown] },
      onEngine('sqlite', 'sqlite', twice),
      onEngine('postgres', 'postgres', twice),
      ...(once.length > 0 ? [onEngine('sqlite-only', 'sqlite', once)] : []),
      project('disk', { include: storage, env: { TEST_STORAGE: 'disk' }, ...native }),
      project('s3', { include: storage, env: { TEST_STORAGE: 's3' }, ...native }),
      // These tests start and kill real processes, which takes minutes on a busy machine.
      project('faults', { include: faults, testTimeout: 600_000, ...native }),
      // These tests measure time and memory, so they run after all others.
      project('timed', { include: timed, testTimeout: 180_000, sequence: { groupOrder: 1 } }),
    ],
  },
})
