import { parseArgs } from 'node:util'
import { Misuse, main } from './problem.mjs'

/**
 * Runs a command from package.json. `--help` prints the usage. Unknown arguments print an error and exit with code 2
 * before anything is installed, built or started. With `parse: false`, the task parses its own arguments.
 */
export function command({ usage, options = {}, maxPositionals = 0, parse = true }, task) {
  const args = process.argv.slice(2)
  if (!args.includes('--help')) {
    return main(() => task(parse ? readArguments(args, options, maxPositionals) : { args }), usage)
  }
  console.log(usage)
}

function readArguments(args, options, maxPositionals) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const stray = positionals[maxPositionals]
  if (stray !== undefined) throw new Misuse(`Unexpected argument '${stray}'.`)
  return { args, values, positionals }
}
