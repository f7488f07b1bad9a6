import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Line, printTable } from '../results.ts'
import { findSubject, tidy } from './calls.ts'
import { type Engine, engines, withProduct } from './engines.ts'
import { busy, fill, ordinary, sizes } from './fill.ts'
import { measureFreezes } from './freezes.ts'
import { type Compared, compare } from './measure.ts'
import { findScans } from './plans.ts'
import { measureUpgrade } from './upgrade.ts'

/** The folder is kept between runs, so the next run only adds missing data. */
const folder = process.env.GROWTH_DIR ?? join(tmpdir(), 'framelight-growth')

/**
 * The highest allowed ratio of response times between the full and the empty database. Only in the full database does
 * the busy account have a year of counts.
 */
const bars = { ordinary: 1.5, busy: 2 }

/** At startup, SQLite's file is checked, which takes longer for the full database. */
const startupMs = 15_000

/** Keeps plan limits from rejecting the measured calls. */
const withoutLimits = { LINK_LIMIT: 'unlimited', IMAGE_LIMIT: 'unlimited' }

const compareSizes = ({ name, full, empty }: Engine, only?: string): Promise<Compared[]> =>
  withProduct(
    full,
    (ofFull) =>
      withProduct(
        empty,
        async (ofEmpty) => {
          const compared: Compared[] = []
          await sleep(startupMs)
          for (const [kind, { email }] of Object.entries({ ordinary, busy })) {
            const subjects = [await findSubject(ofFull, email), await findSubject(ofEmpty, email)] as const
            // An interrupted run leaves what it created.
            for (const subject of subjects) await tidy(subject)
            compared.push(...(await compare(`${name}, ${kind}`, ...subjects, bars[kind as keyof typeof bars], only)))
            for (const subject of subjects) await tidy(subject)
          }
          if (only !== undefined) return compared
          for (const [call, lines] of await findScans(full, await findSubject(ofFull, busy.email)))
            console.log(`${name}: ${call} scans a whole table:\n  ${lines.join('\n  ')}`)
          return compared
        },
        withoutLimits,
      ),
    withoutLimits,
  )

/** With `onlyCalls`, measures only the calls whose names contain it. */
export async function runGrowth(onlyEngine?: string, onlyCalls?: string) {
  console.log(`${Object.entries(sizes).map(([what, count]) => `${count} ${what}`)}, kept in ${folder}`)
  const lines: Line[] = []
  for (const [name, open] of Object.entries(engines)) {
    if (onlyEngine && name !== onlyEngine) continue
    const engine = await open(folder)
    try {
      for (const store of [engine.empty, engine.full]) await fill(store)
      lines.push(...(await compareSizes(engine, onlyCalls)))
      if (onlyCalls !== undefined) continue
      lines.push(...(await measureFreezes(engine.full)))
      lines.push(...(await measureUpgrade(engine.old)))
    } finally {
      await engine.stop()
    }
  }
  console.log()
  printTable(lines)
  process.exitCode = lines.length > 0 && lines.every(({ isMet }) => isMet) ? 0 : 1
}
