import { parseArgs } from 'node:util'
import { Misuse } from '#scripts/command.mjs'
import { type Amounts, amounts } from '../faults/long.ts'
import { newSeed } from '../faults/random.ts'
import { parts } from './tables.ts'

/** `isFull` is false if there are custom amounts, because such results aren't saved. */
export function readArguments(args: string[]) {
  const amountOptions = Object.keys(amounts).map((name) => [name, { type: 'string' as const }])
  const options = {
    ...Object.fromEntries(amountOptions),
    seed: { type: 'string' as const },
    only: { type: 'string' as const },
    resume: { type: 'boolean' as const },
  }
  const {
    only,
    resume = false,
    ...given
  } = parseArgs({ args, options }).values as Record<string, string> & {
    resume?: boolean
  }
  const numbers = Object.entries(given).map(([name, value]) => [name, Number(value)] as const)
  const wrong = numbers.find(([, value]) => !Number.isSafeInteger(value) || value < 1)
  if (wrong) throw new Misuse(`--${wrong[0]} must be a whole number of at least 1.`)
  const names = only === undefined ? Object.keys(parts) : only.split(',')
  const unknown = names.find((name) => !parts[name])
  if (unknown !== undefined) throw new Misuse(`Unknown part ${unknown}. --only takes ${Object.keys(parts).join(', ')}.`)
  const { seed = newSeed(), ...own } = Object.fromEntries(numbers) as Partial<Amounts> & { seed?: number }
  return {
    names,
    amount: { ...amounts, ...own },
    isFull: Object.keys(own).length === 0,
    seed,
    isResumed: resume,
  }
}
