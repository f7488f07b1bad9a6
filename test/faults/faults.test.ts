import { describe, it } from 'vitest'
import { abortUploads } from './aborted-uploads.ts'
import type { Backend } from './backends.ts'
import { backUpUnderLoad } from './backups.ts'
import { sendBadInput } from './bad-input.ts'
import { breakS3 } from './broken-s3.ts'
import { killWhileChoosing } from './choices.ts'
import { raceForCounters } from './counter-races.ts'
import { crowdOneLink } from './crowded-link.ts'
import { damageBackups } from './damaged-backups.ts'
import { leaveEmptyFolders } from './empty-folders.ts'
import { expectNothingWrong } from './expect-nothing-wrong.ts'
import { fillDisk, makeReadOnly, waysToFail } from './full-disk.ts'
import { sendFuzzed } from './fuzz.ts'
import { killWhileCommenting } from './guest-comments.ts'
import { floodWithImports } from './import-floods.ts'
import { interruptBackups } from './interrupted-backups.ts'
import { killInTheMiddle } from './kills.ts'
import { uploadPastLimit } from './limit.ts'
import { moveThereAndBack } from './move.ts'
import { newSeed } from './random.ts'
import { restInAZip } from './slow-reader.ts'
import { uploadBesideStartSweep } from './start-sweep.ts'

// The short forms; `npm run prove` does the same more often. FAULT_SEED repeats a run.
const seed = newSeed()
const ways = waysToFail()

it(`keeps what it acknowledged through 3 kills in the middle of uploads and deletes (seed ${seed})`, async () => {
  expectNothingWrong(await killInTheMiddle({ backend: 'SQLite and disk', kills: 3, seed }))
})

it('keeps every acknowledged heart through a kill while people choose', async () => {
  expectNothingWrong(await killWhileChoosing({ backend: 'SQLite and disk', kills: 1, seed }))
})

it('keeps every acknowledged word of guests and loses no mail about it when it is killed', async () => {
  expectNothingWrong(await killWhileCommenting({ kills: 1, seed }))
})

it('takes backups in the middle of uploads and deletes that come back whole', async () => {
  expectNothingWrong(await backUpUnderLoad({ rounds: 2, seed }))
})

it('restores every backup that is called finished, though backups overlap and are killed', async () => {
  expectNothingWrong(await interruptBackups({ overlaps: 2, kills: 2, restoreKills: 1, pictures: 4, seed }))
})

it('finds a bit that went wrong anywhere in a backup, three times over', async () => {
  expectNothingWrong(await damageBackups({ places: 5, pictures: 2, seed }))
})

it('moves everything to PostgreSQL and S3 and back, killed on the way', async () => {
  expectNothingWrong(await moveThereAndBack({ pictures: 4, kills: 1, seed }))
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
    expectNothingWrong(await abortUploads({ attempts: 25, seed }))
  })

  it(`answers 503 while the disk is full and goes on when there is room, by ${ways.full}`, async () => {
    expectNothingWrong(await fillDisk({ attempts: 8, seed }))
  })

  it(`answers 503 while the pictures cannot be written and goes on when they can, by ${ways.readOnly}`, async () => {
    expectNothingWrong(await makeReadOnly({ attempts: 2, seed }))
  })

  it.each<Backend>(['SQLite and disk', 'PostgreSQL and S3'])(
    'keeps exactly 50 of 60 uploads, 16 at a time, on a free account with %s',
    async (backend) => {
      expectNothingWrong(await uploadPastLimit({ backend, uploads: 60, atOnce: 16, seed }))
    },
  )

  it('keeps counters equal to a recount while uploads, deletes and changes of the plan race', async () => {
    expectNothingWrong(await raceForCounters({ backend: 'SQLite and disk', rounds: 20, seed }))
  })

  it.each<Backend>(['SQLite and disk', 'PostgreSQL and S3'])(
    'reads everything that strangers left on one link in pages, and all of it, with %s',
    async (backend) => {
      expectNothingWrong(await crowdOneLink({ backend, rows: 1000, guests: 10, isTimed: false, seed }))
    },
  )

  it.each<Backend>(['SQLite and disk', 'PostgreSQL and S3'])(
    'takes imports in turn and streams exports of many strangers, with %s',
    async (backend) => {
      expectNothingWrong(await floodWithImports({ backend, imports: 5, strangersRows: 2000, isTimed: false, seed }))
    },
  )

  it('answers 600 requests that nobody would send, over all routes, without a 500 or a hang', async () => {
    expectNothingWrong(await sendFuzzed({ requests: 600, longestMs: 30_000, seed }))
  })

  it('refuses what is no picture, or too much of one, while 200 thumbnails are read', async () => {
    expectNothingWrong(await sendBadInput({ rounds: 1, reads: 200, seed }))
  })
})
