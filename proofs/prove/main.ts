import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '#scripts/command.mjs'
import { setUp } from '#scripts/setup.mjs'
import { ensurePostgres, requirePrograms } from '#scripts/system-packages.mjs'
import { describeOutcome, type Outcome } from '../faults/outcome.ts'
import { forgetProgress, readProgress } from '../faults/progress.ts'
import { readArguments } from './arguments.ts'
import { writeDocument } from './document.ts'
import { describeMachine, isProven, keepResult, readLoad, readResults, readVersion } from './results.ts'
import { type Part, parts, tables } from './tables.ts'

const document = join(import.meta.dirname, '..', '..', 'docs', 'proof.md')
const say = (line: string) => process.stdout.write(`${line}\n`)

const lineMs = 60_000

function showProgress(text: string) {
  const startedAt = performance.now()
  const { isTTY } = process.stdout
  const seconds = () => Math.round((performance.now() - startedAt) / 1000)
  const line = () => `${text} … ${readProgress()} (${seconds()} s)`
  forgetProgress()
  if (!isTTY) say(`${text} …`)
  const timer = setInterval(
    () => process.stdout.write(isTTY ? `\r\x1b[K${line()}` : `${line()}\n`),
    isTTY ? 1000 : lineMs,
  )
  return () => {
    clearInterval(timer)
    if (isTTY) process.stdout.write('\r\x1b[K')
    return seconds()
  }
}

async function installMissingPrograms() {
  await setUp({ withBuild: true })
  await ensurePostgres()
  await requirePrograms({ nginx: 'nginx', caddy: 'Caddy', pgbouncer: 'PgBouncer' })
}

async function run({ names: wanted, amount, isFull, seed, isResumed }: ReturnType<typeof readArguments>) {
  const version = readVersion()
  const names = isResumed ? wanted.filter((name) => !isProven(readResults()[name], version)) : wanted
  if (names.length < wanted.length) say(`${wanted.length - names.length} parts have already passed`)
  let failed = 0
  for (const [index, name] of names.entries()) {
    const end = showProgress(`${index + 1} of ${names.length}, ${name}`)
    const part = parts[name] as Part
    const outcome = await part(amount, seed).catch(
      (error): Outcome => ({ seed, counts: {}, problems: [`the part failed: ${error.stack}`] }),
    )
    const seconds = end()
    const isGood = outcome.problems.length === 0
    if (!isGood) failed++
    say(`${name} (${seconds} s): ${isGood ? 'passed' : 'FAILED'}`)
    say(`  ${describeOutcome(outcome)}`)
    for (const problem of outcome.problems) say(`  ! ${problem}`)
    if (!isFull) continue
    const finishedAt = new Date().toISOString()
    keepResult(name, { ...outcome, finishedAt, ...version, machine: describeMachine(), load: readLoad(), seconds })
    writeFileSync(document, writeDocument(tables, readResults()))
  }
  if (!isFull) say("Results with custom amounts aren't saved.")
  say(`${names.length - failed} passed, ${failed} failed; seed ${seed}`)
  return failed === 0 ? 0 : 1
}

main(async () => {
  const wanted = readArguments(process.argv.slice(2))
  await installMissingPrograms()
  return await run(wanted)
})
