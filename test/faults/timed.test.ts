import { beforeAll, describe, it } from 'vitest'
import { pipelineUnread, sendSlowBodies } from './attacks.ts'
import { killWhileCounting } from './counted-visits.ts'
import { expectNothingWrong } from './expect-nothing-wrong.ts'
import { floodWithDamaged, floodWithReads, sendHostileHeaders } from './floods.ts'
import type { Outcome } from './outcome.ts'
import { killPictureWorkers, sendLyingPictures } from './picture-attacks.ts'
import { newSeed } from './random.ts'
import { runAttacks } from './stage.ts'
import { stopReadingZips } from './stopped-zips.ts'
import { closeOnOtherNode } from './two-nodes.ts'

// Those that say how long something may take, or how much memory; they have the machine to themselves.
const seed = newSeed()

it('loses of counted visits no more than the last second before a kill', async () => {
  expectNothingWrong(await killWhileCounting({ kills: 2, seed }))
})

it('closes at one node within a second what another node closes', async () => {
  expectNothingWrong(await closeOnOtherNode({ rounds: 1, seed }))
})

describe('a visitor looks and somebody uploads all the same during', () => {
  const attacks = {
    '50 connections that pipeline requests and read nothing': pipelineUnread,
    '1,005 logins whose bodies hardly arrive': sendSlowBodies,
    '64 readers of a ZIP who stop reading': stopReadingZips(),
    '65 reads a second of a link with 745 pictures': floodWithReads,
    '150 requests a second with headers made to be slow to read': sendHostileHeaders,
    'damaged pictures of one account without end': floodWithDamaged,
  }
  const names = Object.keys(attacks) as (keyof typeof attacks)[]
  let outcomes: Record<keyof typeof attacks, Outcome>

  beforeAll(async () => {
    outcomes = await runAttacks(attacks, { pace: { rounds: 1, ms: 1500 }, seed })
  }, 120_000)

  it.each(names)('%s', (name) => expectNothingWrong(outcomes[name]))
})

// Only Linux tells what other processes take.
describe.runIf(process.platform === 'linux')(`hostile pictures (seed ${seed})`, () => {
  it('are refused, four at once, while the product stays small', async () => {
    expectNothingWrong(await sendLyingPictures({ atOnce: 4, seed }))
  })

  it('that end their worker cost one upload of eight', async () => {
    expectNothingWrong(await killPictureWorkers({ rounds: 1, seed }))
  })
})
