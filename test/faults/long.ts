import { parseArgs } from 'node:util'
import { pipelineUnread, sendSlowBodies } from './attacks.ts'
import { backUpUnderLoad } from './backups.ts'
import { sendBadInput } from './bad-input.ts'
import { breakS3 } from './broken-s3.ts'
import { chooseAtOnce, killWhileChoosing } from './choices.ts'
import { killWhileCounting } from './counted-visits.ts'
import { crashDatabase } from './database-crashes.ts'
import { leaveEmptyFolders } from './empty-folder.ts'
import { floodWithDamaged, floodWithReads, sendHostileHeaders } from './floods.ts'
import { fillDisk, makeReadOnly } from './full-disk.ts'
import { guessPasswords } from './guessing.ts'
import { floodWithComments, killWhileCommenting } from './guest-comments.ts'
import { hangUp } from './hang-ups.ts'
import { killInTheMiddle } from './kills.ts'
import { uploadPastLimit } from './limit.ts'
import { moveThereAndBack } from './move.ts'
import { describeOutcome, type Outcome } from './outcome.ts'
import { killPictureWorkers, sendLyingPictures } from './picture-attacks.ts'
import { newSeed } from './random.ts'
import { readZipSlowly } from './slow-reader.ts'
import { type Attack, runAttack } from './stage.ts'
import { uploadBesideStartSweep } from './start-sweep.ts'
import { stopReadingZips } from './stopped-zips.ts'
import { closeOnOtherNode } from './two-nodes.ts'

/** How often each thing is done unless the command line says otherwise: `--kills 200`. */
const amounts = {
  kills: 20,
  uploaders: 8,
  'database-crashes': 10,
  'counting-kills': 10,
  'choosing-rounds': 20,
  'choosing-kills': 10,
  'commenting-kills': 10,
  'guest-comments': 10_000,
  'empty-folders': 50,
  'hang-ups': 100,
  'full-disk': 60,
  'read-only': 10,
  s3: 8,
  'hanging-s3': 8,
  'start-sweep': 8,
  uploads: 80,
  'at-once': 16,
  backups: 20,
  'backup-readers': 32,
  'backup-megabytes': 1000,
  'moved-pictures': 200,
  'move-kills': 5,
  guesses: 1000,
  networks: 50,
  'two-nodes': 5,
  'lying-pictures': 4,
  'worker-kills': 5,
  'bad-input': 10,
  reads: 2000,
  'attack-rounds': 3,
  'attack-seconds': 8,
  'zip-megabytes': 40,
  'zip-bytes-per-second': 50_000,
}
type Amounts = typeof amounts

function attackWith(attack: Attack) {
  return (amount: Amounts, seed: number) =>
    runAttack(attack, { pace: { rounds: amount['attack-rounds'], ms: amount['attack-seconds'] * 1000 }, seed })
}

const faults: Record<string, (amount: Amounts, seed: number) => Promise<Outcome>> = {
  'kills-sqlite': ({ kills, uploaders }, seed) =>
    killInTheMiddle({ backend: 'SQLite and disk', kills, uploaders, seed }),
  'kills-postgres': ({ kills, uploaders }, seed) =>
    killInTheMiddle({ backend: 'PostgreSQL and S3', kills, uploaders, seed }),
  'database-crashes': ({ uploaders, 'database-crashes': crashes }, seed) => crashDatabase({ crashes, uploaders, seed }),
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
  'comments-flood-sqlite': (amount, seed) =>
    floodWithComments({ backend: 'SQLite and disk', comments: amount['guest-comments'], seed }),
  'comments-flood-postgres': (amount, seed) =>
    floodWithComments({ backend: 'PostgreSQL and S3', comments: amount['guest-comments'], seed }),
  'empty-folders': (amount, seed) => leaveEmptyFolders({ folders: amount['empty-folders'], seed }),
  'hang-ups': (amount, seed) => hangUp({ attempts: amount['hang-ups'], seed }),
  'full-disk': (amount, seed) => fillDisk({ attempts: amount['full-disk'], seed }),
  'read-only': (amount, seed) => makeReadOnly({ attempts: amount['read-only'], seed }),
  s3: (amount, seed) => breakS3({ attempts: amount.s3, hanging: amount['hanging-s3'], seed }),
  'start-sweep': ({ 'start-sweep': uploads }, seed) => uploadBesideStartSweep({ uploads, seed }),
  'limit-sqlite': ({ uploads, 'at-once': atOnce }, seed) =>
    uploadPastLimit({ backend: 'SQLite and disk', uploads, atOnce, seed }),
  'limit-postgres': ({ uploads, 'at-once': atOnce }, seed) =>
    uploadPastLimit({ backend: 'PostgreSQL and S3', uploads, atOnce, seed }),
  backups: ({ backups: rounds, 'backup-readers': readers, 'backup-megabytes': megabytes, uploaders }, seed) =>
    backUpUnderLoad({ rounds, uploaders, readers, megabytes, seed }),
  move: (amount, seed) => moveThereAndBack({ pictures: amount['moved-pictures'], kills: amount['move-kills'], seed }),
  'guessing-sqlite': ({ guesses, networks }, seed) =>
    guessPasswords({ backend: 'SQLite and disk', guesses, networks, seed }),
  'guessing-postgres': ({ guesses, networks }, seed) =>
    guessPasswords({ backend: 'PostgreSQL and S3', guesses, networks, seed }),
  'two-nodes': (amount, seed) => closeOnOtherNode({ rounds: amount['two-nodes'], seed }),
  'attack-pipelining': attackWith(pipelineUnread),
  'attack-slow-bodies': attackWith(sendSlowBodies),
  'attack-stopped-zips': attackWith(stopReadingZips(90)),
  'attack-reads': attackWith(floodWithReads),
  'attack-headers': attackWith(sendHostileHeaders),
  'attack-damaged-pictures': attackWith(floodWithDamaged),
  'slow-reader': (amount, seed) =>
    readZipSlowly({ megabytes: amount['zip-megabytes'], bytesPerSecond: amount['zip-bytes-per-second'], seed }),
  'lying-pictures': (amount, seed) => sendLyingPictures({ atOnce: amount['lying-pictures'], seed }),
  'worker-kills': ({ 'worker-kills': rounds }, seed) => killPictureWorkers({ rounds, seed }),
  'bad-input': ({ 'bad-input': rounds, reads }, seed) => sendBadInput({ rounds, reads, seed }),
}

/** What the command line asks for; naming an amount without `--only` runs everything all the same. */
export function readArguments(args: string[]) {
  const options = Object.fromEntries(
    [...Object.keys(amounts), 'seed', 'only'].map((name) => [name, { type: 'string' as const }]),
  )
  const { values } = parseArgs({ args, options })
  const given = Object.entries(values).filter(([name]) => name !== 'only')
  const numbers = given.map(([name, value]) => [name, Number(value)] as const)
  const wrong = numbers.find(([, value]) => !Number.isSafeInteger(value) || value < 1)
  if (wrong) throw new Error(`--${wrong[0]} must be a whole number from 1 on.`)
  const names = values.only === undefined ? Object.keys(faults) : String(values.only).split(',')
  const unknown = names.find((name) => !faults[name])
  if (unknown !== undefined) throw new Error(`--only knows ${Object.keys(faults).join(', ')}; not ${unknown}.`)
  const { seed = newSeed(), ...amount } = { ...amounts, ...Object.fromEntries(numbers) } as Amounts & { seed?: number }
  return { names, amount, seed }
}

async function run(args: string[]) {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const { names, amount, seed } = readArguments(args)
  let failed = 0
  for (const name of names) {
    const startedAt = performance.now()
    const outcome = await faults[name]?.(amount, seed).catch(
      (error): Outcome => ({ seed, counts: {}, problems: [`it could not be done: ${error.stack}`] }),
    )
    if (!outcome || outcome.problems.length > 0) failed++
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(`${name} (${seconds} s): ${outcome?.problems.length ? 'FAILED' : 'ok'}`)
    if (!outcome) continue
    say(`  ${describeOutcome(outcome)}`)
    for (const problem of outcome.problems) say(`  ! ${problem}`)
  }
  say(`${names.length - failed} ok, ${failed} failed; seed ${seed}`)
  return failed === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2))
