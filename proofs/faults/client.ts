import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '#test/support/client.ts'
import { type CommandLine, createCommandLine } from '#test/support/command-line.ts'
import { hostileZips } from '#test/support/hostile-zips.ts'
import { aSmallJpeg, padded } from '#test/support/pictures.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { writeZip } from '#test/support/zip-writer.ts'
import { createProductOn } from './backends.ts'
import { createFindings, type Findings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom } from './random.ts'

const maxMemoryMb = 200
const uploadTimeoutMs = 120_000

/** Makes each process print its peak memory when it ends. `maxRSS` would include that of the parent before the exec. */
const memoryHook = `import fs from 'node:fs'
process.on('exit', () => process.stderr.write(/VmHWM:.*/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[0]))`
const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(memoryHook)}` }
const memoryIn = (errors: string) => Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(errors)?.[1]) / 1024)

async function createStage(scope: Scope) {
  const { product } = await createProductOn('SQLite and disk', scope, { PAYMENTS: 'off', IMAGE_LIMIT: '100000' })
  const { client } = product
  const owner = await client.aUser()
  const fields = { name: 'Proof', scopes: ['read', 'upload', 'manage'] }
  const { body } = await client.call('POST', '/api/auth/keys', { token: owner.token, json: fields })
  const folder = await scope.folder('client')
  const cli = await createCommandLine({ folder, server: client.url, key: body.data.key })
  return { product, client, owner, folder, cli }
}

/** Returns a valid picture that's different for each number. */
async function aNumberedPicture(number: number) {
  const jpeg = await aSmallJpeg()
  const comment = Buffer.from(`number ${number}`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}

type Kills = { pictures: number; kills: number; seed: number }

/** Kills the client while it sends a folder, and runs it again. In the end, each picture must be there once. */
export const killClient = ({ pictures, kills, seed }: Kills): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { product, client, owner, folder, cli } = await createStage(scope)
    const photos = join(folder, 'photos')
    await mkdir(photos)
    for (let at = 0; at < pictures; at++) await writeFile(join(photos, `${at}.jpg`), await aNumberedPicture(at))

    const listImages = async () => {
      const { body } = await client.get('/api/links', owner.token)
      const [link, ...others] = body.data
      if (others.length > 0) findings.note(`${others.length + 1} links were created`)
      return link ? (await client.get(`/api/links/${link._id}/images`, owner.token)).body.data : []
    }
    const args = ['upload', 'photos', '--new', 'Killed']
    let done = 0
    for (; done < kills; done++) {
      noteProgress('kill', done + 1, kills)
      const before = (await listImages()).length
      // Leaves enough pictures for the other kills, because only a client that's sending can be killed.
      const share = Math.floor((1.8 * (pictures - before)) / (kills - done + 1))
      const wanted = before + random.between(1, Math.max(1, share))
      const { child, ended } = cli.start(args)
      const hasSent = async () => child.exitCode !== null || (await listImages()).length >= wanted
      if (!(await until(hasSent, { timeoutMs: uploadTimeoutMs }))) findings.note(`kill ${done + 1}: nothing was sent`)
      child.kill('SIGKILL')
      const { code } = await ended
      if (code !== null) findings.note(`kill ${done + 1}: the client had already ended with code ${code}`)
    }

    const last = await cli.json(args, { settings })
    if (last.code !== 0 || last.refused.length > 0) findings.note(`the last run failed: ${JSON.stringify(last)}`)
    findings.expectCount('pictures sent or known', last.uploaded + last.known, pictures)
    findings.expectAtLeast('pictures sent before the last run', last.known, 1)
    const images: { _id: string; fileName: string }[] = await listImages()
    findings.expectCount('images in the gallery', images.length, pictures)
    findings.expectCount('different names', new Set(images.map(({ fileName }) => fileName)).size, pictures)
    await checkSome(client, owner.token, images, findings)
    noteMemory(findings, memoryIn(last.errors))
    findings.noteAll(product.crashes)
    findings.expectCount('kills', done, kills)
    const counts = { kills: done, pictures, 'sent by the last run': last.uploaded, 'client MB': memoryIn(last.errors) }
    return { seed, problems: findings.problems, counts }
  })

async function checkSome(
  client: Client,
  token: string,
  images: { _id: string; fileName: string }[],
  findings: Findings,
) {
  for (const { _id, fileName } of images.slice(0, 50)) {
    findings.noteAll(await client.findFaults(_id, token, await aNumberedPicture(Number.parseInt(fileName, 10))))
  }
}

function noteMemory(findings: Findings, megabytes: number, what = 'the client') {
  if (!(megabytes < maxMemoryMb)) findings.note(`${what} used ${megabytes} MB of memory`)
}

type Archives = { archives: number; megabytes: number; seed: number }

/** Imports hostile archives, and a large harmless one. Nothing may be written to disk, or use much memory. */
export const importHostileZips = ({ archives, megabytes, seed }: Archives): Promise<Outcome> =>
  inScope(async (scope) => {
    const findings = createFindings()
    const { product, folder, cli } = await createStage(scope)
    // The client runs in `work`, which is also its folder for temporary files.
    const work = join(folder, 'work')
    await mkdir(work)
    const wanted = hostileZips.slice(-archives)
    let peak = 0
    for (const [at, { what, zip, codes }] of wanted.entries()) {
      noteProgress('archive', at + 1, wanted.length)
      const harmless = codes[0] !== 'ZIP_REFUSED' ? 2 : 0
      const bytes = zip([await aNumberedPicture(2 * at), await aNumberedPicture(2 * at + 1)])
      const { memory, ...answer } = await importZip(cli, work, bytes)
      peak = Math.max(peak, memory)
      const found = answer.refused.map(({ code }: { code: string }) => code)
      if (answer.code !== 1 || found.join() !== codes.join()) findings.note(`${what}: ${JSON.stringify(answer)}`)
      if (answer.uploaded !== harmless) findings.note(`${what}: ${answer.uploaded} pictures imported`)
      noteMemory(findings, memory, what)
      const files = (await readdir(folder, { recursive: true })).sort().join()
      if (files !== 'config,config/config.json,work,work/a.zip') findings.note(`${what}: left ${files}`)
    }
    const large = Array.from({ length: Math.ceil(megabytes / 9) }, async (_, at) => ({
      name: `${at}.jpg`,
      body: padded(await aNumberedPicture(1000 + at), 9 * 2 ** 20),
    }))
    const { memory, ...answer } = await importZip(cli, work, writeZip(await Promise.all(large)))
    noteMemory(findings, memory, 'a large archive')
    findings.expectCount('pictures of a large archive', answer.uploaded, large.length)
    findings.noteAll(product.crashes)
    findings.expectCount('archives', wanted.length, archives)
    const counts = { archives: wanted.length, 'peak MB': peak, 'large archive MB': megabytes, 'its peak MB': memory }
    return { seed, problems: findings.problems, counts }
  })

async function importZip(cli: CommandLine, work: string, bytes: Buffer) {
  await writeFile(join(work, 'a.zip'), bytes)
  const { errors, ...answer } = await cli.json(['import', 'a.zip'], {
    settings: { ...settings, TMPDIR: work },
    cwd: work,
  })
  return { ...answer, memory: memoryIn(errors) }
}
