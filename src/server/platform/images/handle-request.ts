import { hash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCard } from './card.ts'
import { makeLogo } from './logo.ts'
import { prepareImage } from './prepare.ts'
import type { EncodedFile } from './renditions.ts'
import { addWatermark, type Watermark } from './watermark.ts'
import type { AnswerTo, Contents, PreparedFile, PreparedFiles, WorkerRequest } from './worker-messages.ts'

const contentsOf = (body: Buffer): Contents => ({ bytes: body.length, sha256: hash('sha256', body) })

async function write(folder: string, { body, ...file }: EncodedFile): Promise<PreparedFile> {
  const path = join(folder, file.name)
  await writeFile(path, body, { flag: 'wx' })
  return { ...file, path, ...contentsOf(body) }
}

type PrepareRequest = Extract<WorkerRequest, { kind: 'prepare' }>

async function prepareFiles({ path, folder, mayBeHeavy }: PrepareRequest): Promise<PreparedFiles | undefined> {
  const original = await readFile(path)
  const made = await prepareImage(original, { mayBeHeavy })
  if (!made) return undefined
  await mkdir(folder)
  const writeAll = (files: EncodedFile[]) => Promise.all(files.map((file) => write(folder, file)))
  const [full, renditions, animated] = await Promise.all([
    write(folder, made.full),
    writeAll(made.renditions),
    writeAll(made.animated),
  ])
  return { ...made, full, renditions, animated, original: contentsOf(original) }
}

const withBuffer = (watermark: Watermark) => ({ ...watermark, logo: watermark.logo && Buffer.from(watermark.logo) })

/** Cropping could cut off a watermark, so it's added afterwards. */
async function makeMarkedCard({ picture, focus, watermark }: Extract<WorkerRequest, { kind: 'card' }>) {
  const card = await makeCard(Buffer.from(picture), focus)
  if (!watermark) return card
  const [marked] = await addWatermark([card], withBuffer(watermark))
  if (!marked) throw new TypeError('The card has no watermark')
  return marked
}

async function answerTo(request: WorkerRequest) {
  switch (request.kind) {
    case 'card':
      return makeMarkedCard(request)
    case 'watermark':
      return addWatermark(
        request.pictures.map((picture) => Buffer.from(picture)),
        withBuffer(request.watermark),
      )
    case 'logo':
      return makeLogo(await readFile(request.path))
    case 'prepare':
      return prepareFiles(request)
  }
}

export async function handleRequest<R extends WorkerRequest>(request: R): Promise<AnswerTo<R>> {
  return (await answerTo(request)) as AnswerTo<R>
}
