import { ensureChromium } from './chromium.mjs'
import { command } from './command.mjs'
import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { Misuse } from './problem.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm run bench -- [SEED]
       npm run bench -- growth [sqlite|postgres]
       npm run bench -- load URL… [--connections N] [--seconds N] [--header "NAME: VALUE"]
       npm run bench -- partitions [ROWS] [counts|images]
  Measures speed against baselines from the same run. SEED repeats a run with the same images and visits.
  growth      compares a million images with an almost empty database; GROWTH_DIR keeps the data for the next run
  load        runs the same load against any server, for comparison
  partitions  measures PostgreSQL's largest tables with and without partitions`
const loadOptions = {
  connections: { type: 'string' },
  seconds: { type: 'string' },
  header: { type: 'string', multiple: true },
}

const isNumber = (text) => /^\d+$/.test(text)
/** The arguments allowed after these names. Without a name, only a seed is allowed. */
const accepted = {
  growth: [(text) => ['sqlite', 'postgres'].includes(text)],
  partitions: [isNumber, (text) => ['counts', 'images'].includes(text)],
}

function requireKnown([name, ...rest], values) {
  if (name === 'load') {
    if (rest.length === 0) throw new Misuse('Name the URLs to load.')
    return
  }
  if (Object.keys(values).length > 0) throw new Misuse('Only load takes options.')
  const [given, rules] = name in accepted ? [rest, accepted[name]] : [name ? [name, ...rest] : [], [isNumber]]
  const wrong = given.find((text, index) => !rules[index]?.(text))
  if (wrong !== undefined) throw new Misuse(`Unexpected argument '${wrong}'.`)
}

const wanted = { usage, options: loadOptions, maxPositionals: Number.POSITIVE_INFINITY }

command(wanted, async ({ args, values, positionals }) => {
  requireKnown(positionals, values)
  const [name] = positionals
  // These benchmarks measure a server that's already running or PostgreSQL, so they don't need a build.
  if (name === 'load' || name === 'partitions') {
    const rest = args.filter((arg) => arg !== name)
    return await runInForeground(await setUp(), [...nodeFlags, `proofs/bench/${name}.ts`, ...rest], { cwd: root })
  }
  const node = await setUp({ withBuild: true })
  const chromium = await ensureChromium(node)
  return await runInForeground(node, [...nodeFlags, 'proofs/bench/main.ts', ...args], {
    cwd: root,
    env: { ...appEnvironment(node), ...(chromium && { CHROMIUM_PATH: chromium }) },
  })
})
