import { hostileZips } from '#test/support/hostile-zips.ts'
import { abortUploads } from './aborted-uploads.ts'
import { pipelineUnread, sendSlowBodies } from './attacks.ts'
import { backUpUnderLoad } from './backups.ts'
import { sendBadInput } from './bad-input.ts'
import { breakS3 } from './broken-s3.ts'
import { chooseAtOnce, killWhileChoosing } from './choices.ts'
import { importHostileZips, killClient } from './client.ts'
import { copyManyImages } from './copies.ts'
import { killWhileCounting } from './counted-visits.ts'
import { raceForCounters } from './counter-races.ts'
import { crowdOneLink } from './crowded-link.ts'
import { cutUploads } from './cut-uploads.ts'
import { damageBackups } from './damaged-backups.ts'
import { crashDatabase } from './database-crashes.ts'
import { leaveEmptyFolders } from './empty-folders.ts'
import { floodWithDamaged, floodWithReads, sendHostileHeaders } from './floods.ts'
import { fillDisk, makeReadOnly } from './full-disk.ts'
import { approveFullQueue } from './full-queue.ts'
import { sendFuzzed } from './fuzz.ts'
import { floodWithComments, killWhileCommenting } from './guest-comments.ts'
import { crowdOfGuests } from './guest-uploads.ts'
import { floodWithImports } from './import-floods.ts'
import { interruptBackups } from './interrupted-backups.ts'
import { killDuringUploads } from './kills.ts'
import { raceForLastSlot } from './last-slot-race.ts'
import { uploadPastLimit } from './limit.ts'
import { moveThereAndBack } from './move.ts'
import type { Outcome } from './outcome.ts'
import { overloadServer } from './overload.ts'
import { guessPasswords } from './password-guessing.ts'
import { killPictureWorkers, sendLyingPictures } from './picture-attacks.ts'
import { killDuringResumableUploads } from './resumable-uploads.ts'
import { sendSlowly } from './slow-clients.ts'
import { readZipSlowly } from './slow-reader.ts'
import { guessSlugsOrTokens } from './slug-and-token-guessing.ts'
import { type Attack, runAttack } from './stage.ts'
import { uploadDuringStartSweep } from './start-sweep.ts'
import { stopReadingZips } from './stopped-zips.ts'
import { sustainLoad } from './sustained-load.ts'
import { killDuringTrash } from './trash-kills.ts'
import { emptyLargeTrash } from './trash-latency.ts'
import { revokeOnOtherNode } from './two-nodes.ts'
import { toggleWatermarks } from './watermark-toggles.ts'
import { callReceivers } from './webhooks.ts'

/** The default amounts. Options such as `--kills 20` override them. */
export const amounts = {
  kills: 200,
  clients: 16,
  uploaders: 8,
  'database-crashes': 200,
  'counting-kills': 20,
  'choosing-rounds': 20,
  'choosing-kills': 10,
  'commenting-kills': 200,
  'resumable-kills': 20,
  'watermark-toggles': 1000,
  'watermark-kills': 20,
  'upload-cuts': 50,
  'trash-kills': 20,
  'trash-images': 5000,
  copies: 1000,
  'client-pictures': 2000,
  'client-kills': 20,
  'hostile-zips': hostileZips.length,
  'webhook-comments': 20,
  'large-zip-megabytes': 500,
  'guest-comments': 10_000,
  'stranger-rows': 100_000,
  'stranger-guests': 1000,
  imports: 120,
  'imported-strangers': 100_000,
  'upload-guests': 150,
  'guest-photos': 20,
  'guest-photo-bytes': 4_000_000,
  'queued-photos': 5000,
  'empty-folders': 50,
  'aborted-uploads': 500,
  'full-disk': 60,
  'read-only': 10,
  s3: 8,
  'hanging-s3': 8,
  'start-sweep': 8,
  uploads: 80,
  'at-once': 16,
  'last-slot-rounds': 20,
  'counter-rounds': 1000,
  backups: 20,
  'backup-readers': 32,
  'backup-megabytes': 1000,
  'backup-overlaps': 50,
  'backup-kills': 50,
  'restore-kills': 20,
  'damaged-places': 20,
  'moved-pictures': 200,
  'move-kills': 5,
  guesses: 1000,
  networks: 50,
  'slug-guesses': 100_000,
  'token-guesses': 100_000,
  'two-nodes': 20,
  'lying-pictures': 4,
  'worker-kills': 20,
  'bad-input': 10,
  'busy-minutes': 10,
  'overload-seconds': 30,
  'fuzzed-requests': 100_000,
  reads: 2000,
  'attack-rounds': 3,
  'attack-seconds': 8,
  'zip-megabytes': 40,
  'zip-bytes-per-second': 50_000,
}
export type Amounts = typeof amounts

function attackWith(attack: Attack) {
  return (amount: Amounts, seed: number) =>
    runAttack(attack, { pace: { rounds: amount['attack-rounds'], ms: amount['attack-seconds'] * 1000 }, seed })
}

const crowdOf = (amount: Amounts) => ({
  rows: amount['stranger-rows'],
  guests: amount['stranger-guests'],
  isTimed: true,
})

const importsOf = (amount: Amounts) => ({
  imports: amount.imports,
  strangersRows: amount['imported-strangers'],
  isTimed: true,
})

const guestsOf = (amount: Amounts) => ({
  guests: amount['upload-guests'],
  photos: amount['guest-photos'],
  bytes: amount['guest-photo-bytes'],
  isTimed: true,
})

const togglesOf = (amount: Amounts) => ({ toggles: amount['watermark-toggles'], kills: amount['watermark-kills'] })

/** Keys are the names for `npm run prove -- --only`. */
export const faults = {
  'kills-sqlite': ({ kills, clients }, seed) =>
    killDuringUploads({ backend: 'SQLite and disk', kills, uploaders: clients, seed }),
  'kills-postgres': ({ kills, clients }, seed) =>
    killDuringUploads({ backend: 'PostgreSQL and S3', kills, uploaders: clients, seed }),
  'database-crashes': ({ clients, 'database-crashes': crashes }, seed) =>
    crashDatabase({ crashes, uploaders: clients, seed }),
  'counting-kills': (amount, seed) => killWhileCounting({ kills: amount['counting-kills'], seed }),
  'choosing-sqlite': (amount, seed) =>
    chooseAtOnce({ backend: 'SQLite and disk', rounds: amount['choosing-rounds'], seed }),
  'choosing-postgres': (amount, seed) =>
    chooseAtOnce({ backend: 'PostgreSQL and S3', rounds: amount['choosing-rounds'], seed }),
  'choosing-kills-sqlite': (amount, seed) =>
    killWhileChoosing({ backend: 'SQLite and disk', kills: amount['choosing-kills'], seed }),
  'choosing-kills-postgres': (amount, seed) =>
    killWhileChoosing({ backend: 'PostgreSQL and S3', kills: amount['choosing-kills'], seed }),
  'commenting-kills': (amount, seed) =>
    killWhileCommenting({ kills: amount['commenting-kills'], isWaitedFor: true, seed }),
  'resumable-kills-sqlite': (amount, seed) =>
    killDuringResumableUploads({ backend: 'SQLite and disk', kills: amount['resumable-kills'], seed }),
  'resumable-kills-postgres': (amount, seed) =>
    killDuringResumableUploads({ backend: 'PostgreSQL and S3', kills: amount['resumable-kills'], seed }),
  'watermarks-sqlite': (amount, seed) => toggleWatermarks({ backend: 'SQLite and disk', ...togglesOf(amount), seed }),
  'watermarks-postgres': (amount, seed) =>
    toggleWatermarks({ backend: 'PostgreSQL and S3', ...togglesOf(amount), seed }),
  'watermarks-two-nodes': (amount, seed) =>
    toggleWatermarks({ backend: 'PostgreSQL and S3', ...togglesOf(amount), isOnTwoNodes: true, seed }),
  'trash-kills-sqlite': (amount, seed) =>
    killDuringTrash({ backend: 'SQLite and disk', kills: amount['trash-kills'], images: 200, seed }),
  'trash-kills-postgres': (amount, seed) =>
    killDuringTrash({ backend: 'PostgreSQL and S3', kills: amount['trash-kills'], images: 200, seed }),
  'large-trash-sqlite': (amount, seed) =>
    emptyLargeTrash({ backend: 'SQLite and disk', images: amount['trash-images'], seed }),
  'large-trash-postgres': (amount, seed) =>
    emptyLargeTrash({ backend: 'PostgreSQL and S3', images: amount['trash-images'], seed }),
  'copies-sqlite': ({ copies: images }, seed) => copyManyImages({ backend: 'SQLite and disk', images, seed }),
  'copies-postgres': ({ copies: images }, seed) => copyManyImages({ backend: 'PostgreSQL and S3', images, seed }),
  'client-kills': (amount, seed) =>
    killClient({ pictures: amount['client-pictures'], kills: amount['client-kills'], seed }),
  'client-zips': (amount, seed) =>
    importHostileZips({ archives: amount['hostile-zips'], megabytes: amount['large-zip-megabytes'], seed }),
  'webhooks-sqlite': (amount, seed) =>
    callReceivers({ backend: 'SQLite and disk', rounds: amount['webhook-comments'], seed }),
  'webhooks-postgres': (amount, seed) =>
    callReceivers({ backend: 'PostgreSQL and S3', rounds: amount['webhook-comments'], seed }),
  'comments-flood-sqlite': (amount, seed) =>
    floodWithComments({ backend: 'SQLite and disk', comments: amount['guest-comments'], seed }),
  'comments-flood-postgres': (amount, seed) =>
    floodWithComments({ backend: 'PostgreSQL and S3', comments: amount['guest-comments'], seed }),
  'crowded-link-sqlite': (amount, seed) => crowdOneLink({ backend: 'SQLite and disk', ...crowdOf(amount), seed }),
  'crowded-link-postgres': (amount, seed) => crowdOneLink({ backend: 'PostgreSQL and S3', ...crowdOf(amount), seed }),
  'imports-sqlite': (amount, seed) => floodWithImports({ backend: 'SQLite and disk', ...importsOf(amount), seed }),
  'imports-postgres': (amount, seed) => floodWithImports({ backend: 'PostgreSQL and S3', ...importsOf(amount), seed }),
  'guest-uploads-sqlite': (amount, seed) => crowdOfGuests({ backend: 'SQLite and disk', ...guestsOf(amount), seed }),
  'guest-uploads-postgres': (amount, seed) =>
    crowdOfGuests({ backend: 'PostgreSQL and S3', ...guestsOf(amount), seed }),
  'upload-cuts-sqlite': (amount, seed) => cutUploads({ backend: 'SQLite and disk', cuts: amount['upload-cuts'], seed }),
  'upload-cuts-postgres': (amount, seed) =>
    cutUploads({ backend: 'PostgreSQL and S3', cuts: amount['upload-cuts'], seed }),
  'full-queue-sqlite': (amount, seed) =>
    approveFullQueue({ backend: 'SQLite and disk', photos: amount['queued-photos'], seed }),
  'full-queue-postgres': (amount, seed) =>
    approveFullQueue({ backend: 'PostgreSQL and S3', photos: amount['queued-photos'], seed }),
  'empty-folders': (amount, seed) => leaveEmptyFolders({ folders: amount['empty-folders'], seed }),
  'aborted-uploads': (amount, seed) => abortUploads({ attempts: amount['aborted-uploads'], seed }),
  'full-disk': (amount, seed) => fillDisk({ attempts: amount['full-disk'], seed }),
  'read-only': (amount, seed) => makeReadOnly({ attempts: amount['read-only'], seed }),
  s3: (amount, seed) => breakS3({ attempts: amount.s3, hanging: amount['hanging-s3'], seed }),
  'start-sweep': ({ 'start-sweep': uploads }, seed) => uploadDuringStartSweep({ uploads, seed }),
  'limit-sqlite': ({ uploads, 'at-once': atOnce }, seed) =>
    uploadPastLimit({ backend: 'SQLite and disk', uploads, atOnce, seed }),
  'limit-postgres': ({ uploads, 'at-once': atOnce }, seed) =>
    uploadPastLimit({ backend: 'PostgreSQL and S3', uploads, atOnce, seed }),
  'last-slot-race-sqlite': (amount, seed) =>
    raceForLastSlot({ backend: 'SQLite and disk', rounds: amount['last-slot-rounds'], seed }),
  'last-slot-race-postgres': (amount, seed) =>
    raceForLastSlot({ backend: 'PostgreSQL and S3', rounds: amount['last-slot-rounds'], seed }),
  'counter-races-sqlite': (amount, seed) =>
    raceForCounters({ backend: 'SQLite and disk', rounds: amount['counter-rounds'], seed }),
  'counter-races-postgres': (amount, seed) =>
    raceForCounters({ backend: 'PostgreSQL and S3', rounds: amount['counter-rounds'], seed }),
  backups: ({ backups: rounds, 'backup-readers': readers, 'backup-megabytes': megabytes, uploaders }, seed) =>
    backUpUnderLoad({ rounds, uploaders, readers, megabytes, seed }),
  'overlapping-backups': (amount, seed) =>
    interruptBackups({ overlaps: amount['backup-overlaps'], kills: 0, restoreKills: 0, pictures: 30, seed }),
  'killed-backups': ({ 'backup-kills': kills, 'restore-kills': restoreKills }, seed) =>
    interruptBackups({ overlaps: 0, kills, restoreKills, pictures: 30, seed }),
  'damaged-backups': (amount, seed) => damageBackups({ places: amount['damaged-places'], pictures: 10, seed }),
  move: (amount, seed) => moveThereAndBack({ pictures: amount['moved-pictures'], kills: amount['move-kills'], seed }),
  'guessing-sqlite': ({ guesses, networks }, seed) =>
    guessPasswords({ backend: 'SQLite and disk', guesses, networks, seed }),
  'guessing-postgres': ({ guesses, networks }, seed) =>
    guessPasswords({ backend: 'PostgreSQL and S3', guesses, networks, seed }),
  'guessing-slugs': (amount, seed) =>
    guessSlugsOrTokens({ what: 'slugs', many: amount['slug-guesses'], backend: 'SQLite and disk', seed }),
  'guessing-tokens': (amount, seed) =>
    guessSlugsOrTokens({ what: 'reset tokens', many: amount['token-guesses'], backend: 'SQLite and disk', seed }),
  'two-nodes': (amount, seed) => revokeOnOtherNode({ rounds: amount['two-nodes'], seed }),
  'attack-pipelining': attackWith(pipelineUnread),
  'attack-slow-bodies': attackWith(sendSlowBodies),
  'attack-slow-clients': attackWith(sendSlowly),
  'attack-stopped-zips': attackWith(stopReadingZips(90)),
  'attack-reads': attackWith(floodWithReads),
  'attack-headers': attackWith(sendHostileHeaders),
  'attack-damaged-pictures': attackWith(floodWithDamaged),
  'slow-reader': (amount, seed) =>
    readZipSlowly({ megabytes: amount['zip-megabytes'], bytesPerSecond: amount['zip-bytes-per-second'], seed }),
  'lying-pictures': (amount, seed) => sendLyingPictures({ atOnce: amount['lying-pictures'], seed }),
  'worker-kills': ({ 'worker-kills': rounds }, seed) => killPictureWorkers({ rounds, seed }),
  busy: (amount, seed) => sustainLoad({ minutes: amount['busy-minutes'], seed }),
  overload: (amount, seed) => overloadServer({ seconds: amount['overload-seconds'], seed }),
  fuzz: (amount, seed) => sendFuzzed({ requests: amount['fuzzed-requests'], seed }),
  'bad-input': ({ 'bad-input': rounds, reads }, seed) => sendBadInput({ rounds, reads, seed }),
} satisfies Record<string, (amount: Amounts, seed: number) => Promise<Outcome>>
