import { command } from './command.mjs'
import { appEnvironment, nodeFlags } from './node.mjs'
import { root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { setUp } from './setup.mjs'

const usage = `Usage: npm run prove -- [--only NAME,…] [--resume] [--seed N] [--AMOUNT N]
  Runs the long tests, which take hours, and writes docs/proof.md.
  --only NAME,…  only some of them; an unknown name lists all names
  --resume       skip tests that have passed with the current source
  --seed N       repeat a run with the same random numbers
  --AMOUNT N     a different count, such as --kills 5; the result isn't recorded`

command({ usage, parse: false }, async ({ args }) => {
  const node = await setUp()
  const options = { cwd: root, env: { ...appEnvironment(node), NODE_OPTIONS: nodeFlags.join(' ') } }
  return await runInForeground(node, ['proofs/prove/main.ts', ...args], options)
})
