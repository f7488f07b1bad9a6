import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createProduct } from '#test/support/product.ts'
import { somePictures } from '#test/support/samples.ts'
import { inScope } from '#test/support/scope.ts'
import { readFiles } from './consistency.ts'
import { createFindings, type Outcome } from './outcome.ts'
import { noteProgress } from './progress.ts'
import { createRandom, type Random } from './random.ts'
import { hasStack, runServerCommand } from './server-command.ts'

type Options = { places: number; pictures: number; seed: number }

async function flipBit(path: string, position: number, bit: number) {
  const file = await open(path, 'r+')
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position)
  buffer.writeUInt8(buffer.readUInt8(0) ^ (1 << bit), 0)
  await file.write(buffer, 0, 1, position)
  await file.close()
}

/** Cycles through a random image and the backup's four other files. */
async function choosePlace(backup: string, n: number, random: Random) {
  const pictures = [...(await readFiles(join(backup, 'pictures'))).keys()]
  const name = [`pictures/${random.pick(pictures)}`, 'database.sqlite', 'app-secret', 'files.txt', 'backup.json'][
    n % 5
  ] as string
  const { size } = await stat(join(backup, name))
  return { name, path: join(backup, name), position: random.between(0, size - 1), bit: random.between(0, 7) }
}

/** Flips one bit at a time in a backup. Verify, restore and the next backup must each name the damaged file. */
export const damageBackups = ({ places, pictures, seed }: Options): Promise<Outcome> =>
  inScope(async (scope) => {
    const random = createRandom(seed)
    const findings = createFindings()
    const { client, dataDir, stop } = await createProduct(scope, { settings: { DEFAULT_PLAN: 'gold' } })
    const samples = await somePictures()
    const link = await client.aLink(await client.aUser())
    for (let n = 0; n < pictures; n++) await client.anImage(link, random.pick(samples))
    await stop()
    const folder = await scope.folder('backups')
    const first = await runServerCommand('backup', dataDir, [folder])
    const [name = ''] = (await readdir(folder)).filter((name) => name !== 'backup.lock')
    const backup = join(folder, name)
    if (first.code !== 0) findings.note(`the backup: ${first.text}`)
    const found = { 'by verify': 0, 'by restore': 0, 'by the next backup': 0 }

    for (let n = 0; n < places; n++) {
      noteProgress('place', n + 1, places)
      const place = await choosePlace(backup, n, random)
      await flipBit(place.path, place.position, place.bit)
      const where = `bit ${place.bit} of byte ${place.position} in ${place.name}`
      const target = await scope.folder('restored')
      const count = (by: keyof typeof found, { code, text }: { code: number | null; text: string }) => {
        if (code === 1 && text.includes(place.name.replace('pictures/', ''))) found[by]++
        else findings.note(`${where}, ${by}: exited with ${code}: ${text}`)
        if (hasStack(text)) findings.note(`${where}, ${by}: printed a stack trace: ${text}`)
      }
      count('by verify', await runServerCommand('backup', dataDir, ['verify', backup]))
      count('by restore', await runServerCommand('restore', target, [backup]))
      const left = (await readdir(target)).filter((name) => name !== 'server.lock')
      if (left.length > 0) findings.note(`${where}: the rejected restore left ${left}`)
      count('by the next backup', await runServerCommand('backup', dataDir, [folder, '--keep', '1']))

      const next = (await readdir(folder)).filter((other) => other !== name && other !== 'backup.lock')
      for (const other of next) {
        const verified = await runServerCommand('backup', dataDir, ['verify', join(folder, other)])
        if (verified.code !== 0) findings.note(`${where}: the next backup has the same damage: ${verified.text}`)
        await rm(join(folder, other), { recursive: true })
      }
      findings.expectCount(`${where}: next backups`, next.length, 1)
      await flipBit(place.path, place.position, place.bit)
    }
    const verified = await runServerCommand('backup', dataDir, ['verify', backup])
    if (verified.code !== 0) findings.note(`after repairing every bit: ${verified.text}`)
    for (const [by, times] of Object.entries(found)) findings.expectCount(`found ${by}`, times, places)
    return { seed, problems: findings.problems, counts: { places, ...found } }
  })
