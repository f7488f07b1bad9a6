import { Misuse } from './problems.mjs'

/** Reads an option such as `--retry 300`. */
export function secondsOf(values, name, otherwise) {
  const text = values[name]
  if (text === undefined) return otherwise
  if (!/^\d{1,7}(\.\d+)?$/.test(text)) throw new Misuse(`--${name} needs a number of seconds.`)
  return Number(text)
}
