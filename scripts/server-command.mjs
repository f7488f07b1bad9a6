import { Misuse, main } from './command.mjs'
import { appEnvironment, appFlags } from './node.mjs'
import { root } from './paths.mjs'
import { runInForeground } from './processes.mjs'
import { findReady, setUp } from './setup.mjs'

const names = ['admin', 'backup', 'check', 'move', 'restore']

/** Runs commands that need the server's settings, such as `npm run admin`. They print their own usage. */
main(async () => {
  const [name, ...args] = process.argv.slice(2)
  if (!names.includes(name)) throw new Misuse(`Name a command: ${names.join(', ')}.`)
  const needs = { withDevelopment: false }
  if (args.includes('--help') && !findReady(needs)) {
    console.log(`Usage: npm run ${name} -- …\n  Run npm run build first to see the full help.`)
    return 0
  }
  const node = await setUp(needs)
  const options = { cwd: root, env: appEnvironment(node) }
  return await runInForeground(node, [...appFlags(), `src/server/commands/${name}.ts`, ...args], options)
})
