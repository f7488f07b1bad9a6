import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '#test/support/client.ts'
import { somePictures } from '#test/support/samples.ts'
import { until } from '#test/support/until.ts'
import type { Findings } from './outcome.ts'
import { createRandom, type Random } from './random.ts'
import { createUploader, type Uploader } from './uploader.ts'

const uploadersPerUser = 4
const longestWorkMs = 5000

/** Four uploaders share an account and two share a link, so they compete for counters and covers. */
export async function createUploaders(client: Client, many: number, seed: number, findings: Findings) {
  const pictures = await somePictures()
  const uploaders: Uploader[] = []
  while (uploaders.length < many) {
    const owner = await client.aUser()
    const links = [await client.aLink(owner), await client.aLink(owner)]
    for (let i = 0; i < uploadersPerUser && uploaders.length < many; i++) {
      const link = links[i % links.length] as (typeof links)[number]
      const name = `uploader-${uploaders.length}`
      const random = createRandom(seed + uploaders.length + 1)
      uploaders.push(createUploader({ client, link, pictures, random, name, findings }))
    }
  }
  return uploaders
}

/** Runs all uploaders until a random moment. `ended` resolves when each has finished or lost its current request. */
export async function workUntilInterrupted(uploaders: Uploader[], random: Random) {
  const acknowledged = () => uploaders.reduce((sum, { counts }) => sum + counts.uploads + counts.deletes, 0)
  let isOver = false
  const working = uploaders.map((uploader) => uploader.work(() => isOver))
  const enough = acknowledged() + random.between(2, 20)
  await until(() => acknowledged() >= enough, { timeoutMs: longestWorkMs })
  await delay(random.between(0, 60))
  isOver = true
  return { ended: Promise.all(working) }
}

export async function checkLists(client: Client, uploaders: Uploader[], findings: Findings) {
  for (const [linkId, ofLink] of Map.groupBy(uploaders, ({ link }) => link._id)) {
    const { token } = (ofLink[0] as Uploader).link.owner
    const expected = ofLink.flatMap(({ kept }) => [...kept.keys()]).sort()
    const list = await client.get('/api/links', token)
    const listed = list.body.data.find((link: { _id: string }) => link._id === linkId)
    if (listed?.imageCount !== expected.length) {
      findings.note(`/api/links lists ${listed?.imageCount} images instead of ${expected.length}`)
    }
    const whole = await client.get(`/api/links/${linkId}`, token)
    const images: { _id: string; isCoverImage: boolean }[] = whole.body.data.images
    const ids = images.map((image) => image._id).sort()
    if (ids.join() !== expected.join()) findings.note(`link ${linkId} doesn't have the acknowledged images`)
    const covers = images.filter((image) => image.isCoverImage).length
    if (covers !== Math.min(1, images.length)) findings.note(`link ${linkId} has ${covers} covers`)
  }
}
