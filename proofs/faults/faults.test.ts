import { describe, it } from 'vitest'
import { abortUploads } from './aborted-uploads.ts'
import type { Backend } from './backends.ts'
import { backUpUnderLoad } from './backups.ts'
import { sendBadInput } from './bad-input.ts'
import { breakS3 } from './broken-s3.ts'
import { killWhileChoosing } from './choices.ts'
import { importHostileZips, killClient } from './client.ts'
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
import { killDuringUploads } from './kills.ts'
import { uploadPastLimit } from './limit.ts'
import { moveThereAndBack } from './move.ts'
import { newSeed } from './random.ts'
import { killDuringResumableUploads } from './resumable-uploads.ts'
import { pauseDuringZip } from './slow-reader.ts'
import { uploadDuringStartSweep } from './start-sweep.ts'
import { toggleWatermarks } from './watermark-toggles.ts'

// `npm run prove` runs the long versions. Set FAULT_SEED to repeat a run.
const seed = newSeed()
const ways = waysToFail()

/** `npm run test:all` uses both backends. */
const backendsOr = (usual: Backend): Backend[] =>
  process.env.TEST_SCOPE === 'all' ? ['SQLite and disk', 'PostgreSQL and S3'] : [usual]

it(`keeps acknowledged uploads and deletes through 2 kills (seed ${seed})`, async () => {
  expectNothingWrong(await killDuringUploads({ backend: 'SQLite and disk', kills: 2, seed }))
})

it('continues resumable uploads after a kill', async () => {
  expectNothingWrong(await killDuringResumableUploads({ backend: 'SQLite and disk', kills: 1, uploaders: 3, seed }))
})

it('serves no clean file after a watermark is turned on, even after a kill', async () => {
  const backend = 'SQLite and disk'
  expectNothingWrong(await toggleWatermarks({ backend, toggles: 20, kills: 1, galleries: 2, seed }))
})

it('sends each picture of a folder once, even if the client is killed', async () => {
  expectNothingWrong(await killClient({ pictures: 20, kills: 1, seed }))
})

it('imports hostile ZIPs without writing files or using much memory', async () => {
  expectNothingWrong(await importHostileZips({ archives: 2, megabytes: 9, seed }))
})

it('keeps every acknowledged favorite through a kill', async () => {
  expectNothingWrong(await killWhileChoosing({ backend: 'SQLite and disk', kills: 1, seed }))
})

it('keeps every acknowledged guest comment and its email through a kill', async () => {
  expectNothingWrong(await killWhileCommenting({ kills: 1, seed }))
})

it('takes complete backups during uploads and deletes', async () => {
  expectNothingWrong(await backUpUnderLoad({ rounds: 2, seed }))
})

it('restores every finished backup even if backups overlap or are killed', async () => {
  expectNothingWrong(await interruptBackups({ overlaps: 2, kills: 2, restoreKills: 1, pictures: 4, seed }))
})

it('detects a flipped bit in an image and in each other file of a backup', async () => {
  expectNothingWrong(await damageBackups({ places: 5, pictures: 2, seed }))
})

it('moves all data to PostgreSQL and S3 despite a kill, and back', async () => {
  expectNothingWrong(await moveThereAndBack({ pictures: 4, kills: 1, seed }))
})

// These tests run concurrently, because one waits ten seconds for a hanging storage and another pauses for twenty.
describe.concurrent(`the server (seed ${seed})`, () => {
  it('rejects uploads while the storage fails or hangs, and then recovers', async () => {
    expectNothingWrong(await breakS3({ attempts: 2, hanging: 1, seed }))
  })

  it('sends a complete ZIP to a reader who pauses for 20 seconds', async () => {
    expectNothingWrong(await pauseDuringZip({ restSeconds: 20, seed }))
  })

  it("doesn't sweep active uploads when the startup sweep is late", async () => {
    expectNothingWrong(await uploadDuringStartSweep({ uploads: 2, seed }))
  })

  it('removes the empty folder of an upload killed before its first file', async () => {
    expectNothingWrong(await leaveEmptyFolders({ folders: 3, seed }))
  })

  it('leaves no data behind after 25 aborted uploads', async () => {
    expectNothingWrong(await abortUploads({ attempts: 25, seed }))
  })

  it(`stores uploads completely or returns 503 on a full disk, and then recovers (${ways.full})`, async () => {
    expectNothingWrong(await fillDisk({ attempts: 8, seed }))
  })

  it(`returns 503 while images can't be written, and then recovers (${ways.readOnly})`, async () => {
    expectNothingWrong(await makeReadOnly({ attempts: 2, seed }))
  })

  it.each(backendsOr('PostgreSQL and S3'))(
    'stores exactly 10 of 20 uploads at a limit of 10, 16 at a time, with %s',
    async (backend) => {
      expectNothingWrong(await uploadPastLimit({ backend, uploads: 20, limit: 10, atOnce: 16, seed }))
    },
  )

  it('keeps counters accurate during concurrent uploads, deletes and plan changes', async () => {
    expectNothingWrong(await raceForCounters({ backend: 'SQLite and disk', rounds: 20, seed }))
  })

  it.each(backendsOr('SQLite and disk'))(
    'paginates the favorites, comments and activity of a crowded link, with %s',
    async (backend) => {
      expectNothingWrong(await crowdOneLink({ backend, rows: 1000, guests: 10, isTimed: false, seed }))
    },
  )

  it.each(backendsOr('SQLite and disk'))(
    'limits memory growth during concurrent imports and exports, with %s',
    async (backend) => {
      expectNothingWrong(await floodWithImports({ backend, imports: 5, strangersRows: 2000, isTimed: false, seed }))
    },
  )

  it('handles 600 fuzzed requests across all documented routes without a 500 or a hang', async () => {
    expectNothingWrong(await sendFuzzed({ requests: 600, longestMs: 30_000, seed }))
  })

  it('rejects oversized, truncated and non-image files while 200 thumbnails are read', async () => {
    expectNothingWrong(await sendBadInput({ rounds: 1, reads: 200, seed }))
  })
})
