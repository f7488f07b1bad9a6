import { command, Misuse, main } from './command.mjs'
import { appEnvironment, appFlags, nodeFlags, runToolInForeground } from './node.mjs'
import { requirePaths, root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'
import { ensureChromium, requirePrograms } from './system-packages.mjs'

const anyNumber = Number.POSITIVE_INFINITY

const runNode = (node, args, environment) =>
  runInForeground(node, args, { cwd: root, env: { ...appEnvironment(node), ...environment } })

const runScript = (node, file, args, environment) => runNode(node, [...nodeFlags, file, ...args], environment)

const withChromium = async (node) => {
  const chromium = await ensureChromium(node)
  return chromium ? { CHROMIUM_PATH: chromium } : {}
}

/** The commands in package.json that run a tool. Commands that people need to run Framelight have their own files. */
const commands = {
  dev: {
    usage: `Usage: npm run dev
  Serves the app from its source. Pages reload and the server restarts as you edit.`,
    async run() {
      const node = await setUp()
      return await runNode(node, [...appFlags(), '--watch', 'src/server/main.ts'], { NODE_ENV: 'development' })
    },
  },

  lint: {
    usage: `Usage: npm run lint -- [PATH…]
  Checks formatting and lint rules, everywhere or in these files and folders. To fix problems, run npm run format.`,
    maxPositionals: anyNumber,
    async run({ positionals }) {
      requirePaths(positionals)
      return await runToolInForeground(await setUp(), 'biome', ['check', ...positionals])
    },
  },

  types: {
    usage: `Usage: npm run types
  Checks all types.`,
    run: async () => runToolInForeground(await setUp(), 'tsc', ['-b']),
  },

  format: {
    usage: `Usage: npm run format
  Updates generated files, formats everything and applies the linter's fixes.`,
    async run() {
      const node = await setUp()
      const code = await runScript(node, 'scripts/settings.mjs', [])
      return code || (await runToolInForeground(node, 'biome', ['check', '--write']))
    },
  },

  'test:all': {
    usage: `Usage: npm run test:all
  Like npm test, but runs every database test on both engines, every browser test at every width, and the tests that
  measure time or memory.`,
    run: () =>
      runInForeground(process.execPath, ['scripts/test.mjs'], {
        cwd: root,
        env: { ...process.env, TEST_SCOPE: 'all' },
      }),
  },

  'test:watch': {
    usage: `Usage: npm run test:watch -- [PATH…]
  Reruns tests as you edit: all of them, or the ones in these files and folders. Doesn't include browser tests.`,
    maxPositionals: anyNumber,
    async run({ positionals }) {
      requirePaths(positionals)
      return await runToolInForeground(await setUp(), 'vitest', ['watch', ...positionals])
    },
  },

  'test:browser': {
    usage: `Usage: npm run test:browser -- [PATH…] [--grep TEXT] [--project NAME] [--headed] [--trace MODE]
  Runs every browser test at every width, or the ones in these files. npm test only runs some of them.
  --grep TEXT     only tests whose name contains TEXT
  --project NAME  only one width: desktop or phone
  --headed        show the browser
  --trace MODE    on, off or retain-on-failure: record a trace`,
    options: {
      grep: { type: 'string' },
      project: { type: 'string' },
      headed: { type: 'boolean' },
      trace: { type: 'string' },
    },
    maxPositionals: anyNumber,
    async run({ args, positionals }) {
      requirePaths(positionals)
      const node = await setUp({ withBuild: true })
      Object.assign(process.env, await withChromium(node))
      return await runToolInForeground(node, 'playwright', ['test', ...args])
    },
  },

  'email-preview': {
    usage: `Usage: npm run email-preview -- [FOLDER]
  Writes every email as HTML and text, with a page that shows them all. FOLDER defaults to dist/emails.`,
    maxPositionals: 1,
    run: async ({ positionals }) => runScript(await setUp(), 'scripts/email-preview.mjs', positionals),
  },

  bench: {
    usage: `Usage: npm run bench -- [SEED]
       npm run bench -- reads
       npm run bench -- sections
       npm run bench -- growth [sqlite|postgres [CALLS]]
       npm run bench -- load URL… [--connections N] [--seconds N] [--header "NAME: VALUE"]
       npm run bench -- partitions [ROWS] [counts|images]
  Measures speed against baselines from the same run. SEED repeats a run with the same images and visits.
  reads       measures only galleries, thumbnails and pages under load
  sections    measures only a gallery of 750 images in 20 sections, in a browser
  growth      compares a million images with an almost empty database; GROWTH_DIR keeps the data for the next run;
              CALLS measures only calls whose name contains it, such as '/api/analytics, a year'
  load        runs the same load against any server, for comparison
  partitions  measures PostgreSQL's largest tables with and without partitions`,
    options: {
      connections: { type: 'string' },
      seconds: { type: 'string' },
      header: { type: 'string', multiple: true },
    },
    maxPositionals: anyNumber,
    async run({ args, values, positionals }) {
      requireBenchmark(positionals, values)
      const [name] = positionals
      // These benchmarks measure a server that's already running or PostgreSQL, so they don't need a build.
      if (name === 'load' || name === 'partitions') {
        const rest = args.filter((arg) => arg !== name)
        return await runScript(await setUp(), `proofs/bench/${name}.ts`, rest)
      }
      const node = await setUp({ withBuild: true })
      return await runScript(node, 'proofs/bench/main.ts', args, await withChromium(node))
    },
  },

  cluster: {
    usage: `Usage: npm run cluster
  Starts three nodes with nginx, PostgreSQL and a replica, S3 and PgBouncer on this machine, checks what
  docs/scaling.md promises and prints the results. Takes several minutes and cleans up after itself.`,
    async run() {
      const node = await setUp({ withBuild: true })
      await requirePrograms({ nginx: 'nginx', pgbouncer: 'PgBouncer' })
      return await runScript(node, 'proofs/cluster/main.ts', [])
    },
  },

  prove: {
    usage: `Usage: npm run prove -- [--only NAME,…] [--resume] [--seed N] [--AMOUNT N]
  Runs the long tests, which take hours, and writes docs/proof.md.
  --only NAME,…  only some of them; an unknown name lists all names
  --resume       skip tests that have passed with the current source
  --seed N       repeat a run with the same random numbers
  --AMOUNT N     a different count, such as --kills 5; the result isn't recorded`,
    parse: false,
    run: async ({ args }) =>
      runNode(await setUp(), ['proofs/prove/main.ts', ...args], { NODE_OPTIONS: nodeFlags.join(' ') }),
  },
}

const isNumber = (text) => /^\d+$/.test(text)
/** The arguments allowed after these names. Without a name, only a seed is allowed. */
const benchmarkArguments = {
  reads: [],
  sections: [],
  growth: [(text) => ['sqlite', 'postgres'].includes(text), () => true],
  partitions: [isNumber, (text) => ['counts', 'images'].includes(text)],
}

function requireBenchmark([name, ...rest], values) {
  if (name === 'load') {
    if (rest.length === 0) throw new Misuse('Name the URLs to load.')
    return
  }
  if (Object.keys(values).length > 0) throw new Misuse('Only load takes options.')
  const [given, rules] =
    name in benchmarkArguments ? [rest, benchmarkArguments[name]] : [name ? [name, ...rest] : [], [isNumber]]
  const wrong = given.find((text, index) => !rules[index]?.(text))
  if (wrong !== undefined) throw new Misuse(`Unexpected argument '${wrong}'.`)
}

const [name, ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) {
  const { run, ...wanted } = commands[name]
  command({ ...wanted, args }, run)
} else {
  main(() => {
    throw new Misuse(`Name a command: ${Object.keys(commands).join(', ')}.`)
  })
}
