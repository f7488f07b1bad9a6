import { main } from './problem.mjs'
import { setUp } from './setup.mjs'
import { runToolInForeground } from './tools.mjs'

/** The long form of a test that `npm test` runs fifty orders of: a thousand, or PAYMENT_ORDERS; PAYMENT_SEED repeats a run. */
process.env.PAYMENT_ORDERS ??= '1000'

main(async () => {
  const projects = ['--project', 'sqlite', '--project', 'postgres']
  return await runToolInForeground(await setUp(), 'vitest', ['run', ...projects, 'payment-orders'])
})
