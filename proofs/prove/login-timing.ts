import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureLoginTiming } from '../bench/login-timing.ts'
import { startProduct } from '../bench/product.ts'
import type { Outcome } from '../faults/outcome.ts'
import { createRandom } from '../faults/random.ts'

export async function proveLoginTiming(seed: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'framelight-times-'))
  const product = await startProduct(folder)
  try {
    const lines = await measureLoginTiming(product, createRandom(seed))
    const wrong = lines.filter(({ isMet }) => !isMet)
    return {
      seed,
      problems: wrong.map(({ what, figure, bar }) => `${what}: ${figure}, wanted ${bar}`),
      counts: Object.fromEntries(
        lines.map(({ what, product: known, limit, figure }) => [what, `${known} : ${limit} = ${figure}`]),
      ),
    }
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
