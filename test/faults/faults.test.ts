import { describe, expect, it } from 'vitest'
import { floodWithReads, pipelineUnread, sendSlowBodies, stopReadingZips } from './attacks.ts'
import type { Backend } from './backends.ts'
import { backUpUnderLoad } from './backups.ts'
import { sendBadInput } from './bad-input.ts'
import { breakS3 } from './broken-s3.ts'
import { killWhileCounting } from './counted-visits.ts'
import { leaveEmptyFolders } from './empty-folder.ts'
import { fillDisk, makeReadOnly, waysToFail } from './full-disk.ts'
import { hangUp } from './hang-ups.ts'
import { sendHostileHeaders } from './hostile-headers.ts'
import { killInTheMiddle } from './kills.ts'
import { uploadPastLimit } from './limit.ts'
import { readArguments } from './long.ts'
import { describeOutcome, type Outcome } from './outcome.ts'
import { floodWithDamaged, killPictureWorkers, sendLyingPictures } from './picture-attacks.ts'
import { newSeed } from './random.ts'
import { restInAZip } from './slow-reader.ts'
import { uploadBesideStartSweep } from './start-sweep.ts'
import { closeOnOtherNode } from './two-nodes.ts'

// The short forms; `node test/faults/long.ts` does the same more often. FAULT_SEED repeats a run.
const seed = newSeed()
const ways = waysToFail()

function expectNothingWrong(outcome: Outcome) {
  expect(outcome.problems, describeOutcome(outcome)).toEqual([])
}

it(`keeps what it acknowledged through 5 kills in the middle of uploads and deletes (seed ${seed})`, async () => {
  expectNothingWrong(await killInTheMiddle({ backend: 'SQLite and disk', kills: 5, seed }))
})

it('loses of counted visits no more than the last second before a kill', async () => {
  expectNothingWrong(await killWhileCounting({ kills: 2, seed }))
})

it('takes backups in the middle of uploads and deletes that come back whole', async () => {
  expectNothingWrong(await backUpUnderLoad({ rounds: 2, seed }))
})

it('closes at one node within a second what another node closes', async () => {
  expectNothingWrong(await closeOnOtherNode({ rounds: 1, seed }))
})

it('answers everybody as before while 150 requests bring headers made to be slow to read', async () => {
  expectNothingWrong(await sendHostileHeaders({ requests: 150, seed }))
})

describe('a visitor and somebody who uploads hardly notice', () => {
  const options = { seconds: 2, seed }

  it('50 connections that pipeline requests and read nothing', async () => {
    expectNothingWrong(await pipelineUnread(options))
  })

  it('1,005 logins whose bodies hardly arrive', async () => {
    expectNothingWrong(await sendSlowBodies(options))
  })

  it('64 readers of a ZIP who stop reading', async () => {
    expectNothingWrong(await stopReadingZips(options))
  })

  it('65 reads a second of a link with 745 pictures', async () => {
    expectNothingWrong(await floodWithReads(options))
  })
})

// Only Linux tells what other processes take.
describe.runIf(process.platform === 'linux')(`hostile pictures (seed ${seed})`, () => {
  it('are refused, four at once, while the product stays small', async () => {
    expectNothingWrong(await sendLyingPictures({ atOnce: 4, seed }))
  })

  it('without end from one account do not stop uploads of others', async () => {
    expectNothingWrong(await floodWithDamaged({ damaged: 60, uploads: 6, slowdown: 6, seed }))
  })

  it('that end their worker cost one upload of eight', async () => {
    expectNothingWrong(await killPictureWorkers({ rounds: 1, seed }))
  })
})

// One of these waits ten seconds for a storage that hangs, one rests for twenty; the others have that time.
describe.concurrent(`beside each other (seed ${seed})`, () => {
  it('acknowledges nothing that a failing or hanging storage did not take, and goes on afterwards', async () => {
    expectNothingWrong(await breakS3({ attempts: 2, hanging: 1, seed }))
  })

  it('sends a ZIP whole to a reader who rests for 20 seconds', async () => {
    expectNothingWrong(await restInAZip({ restSeconds: 20, seed }))
  })

  it('leaves uploads alone when the sweep of a start comes round late', async () => {
    expectNothingWrong(await uploadBesideStartSweep({ uploads: 2, seed }))
  })

  it('clears away the folder of an upload that a kill stopped before its first file', async () => {
    expectNothingWrong(await leaveEmptyFolders({ folders: 3, seed }))
  })

  it('keeps nothing of 25 uploads whose clients hung up', async () => {
    expectNothingWrong(await hangUp({ attempts: 25, seed }))
  })

  it(`answers 503 while the disk is full and goes on when there is room, by ${ways.full}`, async () => {
    expectNothingWrong(await fillDisk({ attempts: 8, seed }))
  })

  it(`answers 503 while the pictures cannot be written and goes on when they can, by ${ways.readOnly}`, async () => {
    expectNothingWrong(await makeReadOnly({ attempts: 2, seed }))
  })

  it.each<Backend>(['SQLite and disk', 'PostgreSQL and S3'])(
    'keeps exactly 50 of 80 uploads, 16 at a time, on a free account with %s',
    async (backend) => {
      expectNothingWrong(await uploadPastLimit({ backend, uploads: 80, atOnce: 16, seed }))
    },
  )

  it('refuses what is no picture, or too much of one, while 200 thumbnails are read', async () => {
    expectNothingWrong(await sendBadInput({ rounds: 1, reads: 200, seed }))
  })
})

describe('the command line of the long forms', () => {
  it('says how often what is done', () => {
    const { amount, names, seed } = readArguments(['--kills', '200', '--only', 'kills-sqlite,s3', '--seed', '7'])
    expect({ kills: amount.kills, names, seed }).toEqual({ kills: 200, names: ['kills-sqlite', 's3'], seed: 7 })
  })

  it('refuses what it does not know', () => {
    expect(() => readArguments(['--only', 'kill'])).toThrow('not kill')
    expect(() => readArguments(['--kills', 'many'])).toThrow('--kills must be a whole number')
  })
})
