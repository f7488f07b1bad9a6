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
import { revokeOnOtherNode } from './two-nodes.ts'

// These tests have limits on time or memory, so they run alone.
const seed = newSeed()

it('a kill loses at most one second of counted visits', async () => {
  expectNothingWrong(await killWhileCounting({ kills: 2, seed }))
})

it('access revoked on one node ends on another within a second', async () => {
  expectNothingWrong(await revokeOnOtherNode({ rounds: 1, seed }))
})

describe('visits and uploads succeed during', () => {
  const attacks = {
    '50 connections that pipeline requests without reading responses': pipelineUnread,
    '1,005 logins with slow bodies': sendSlowBodies,
    '64 stalled ZIP downloads': stopReadingZips(),
    'up to 65 reads a second of a link with 745 images': floodWithReads,
    'up to 150 requests a second with headers designed to be slow to parse': sendHostileHeaders,
    'a flood of damaged images from one account': floodWithDamaged,
  }
  const names = Object.keys(attacks) as (keyof typeof attacks)[]
  let outcomes: Record<keyof typeof attacks, Outcome>

  beforeAll(async () => {
    outcomes = await runAttacks(attacks, { pace: { rounds: 1, ms: 1500 }, seed })
  }, 120_000)

  it.each(names)('%s', (name) => expectNothingWrong(outcomes[name]))
})

// Other processes' memory is only readable on Linux.
describe.runIf(process.platform === 'linux')(`image processing (seed ${seed})`, () => {
  it('rejects hostile images before they use too much memory', async () => {
    expectNothingWrong(await sendLyingPictures({ atOnce: 4, seed }))
  })

  it('loses one of eight uploads if a worker is killed, and none if another image needs too much memory', async () => {
    expectNothingWrong(await killPictureWorkers({ rounds: 1, seed }))
  })
})
