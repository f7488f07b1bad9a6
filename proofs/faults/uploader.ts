import type { Image } from '#shared/images.ts'
import type { Answer, Client, Picture, TestLink } from '#test/support/client.ts'
import type { Findings } from './outcome.ts'
import type { Random } from './random.ts'

type Kept = { original: Buffer; addresses: string[] }
type Unknown = { uploads: { key: string; picture: Picture }[]; deletes: string[][] }

const mostKept = 40
/** Despite these statuses, a request may have succeeded if the database or node went down after the write. */
const unavailableStatuses = [502, 503, 504]

function requireAvailable({ status, body }: Answer) {
  if (unavailableStatuses.includes(status)) throw new Error(`it returned ${status} ${JSON.stringify(body)}`)
}

type Options = { client: Client; link: TestLink; pictures: Picture[]; random: Random; name: string; findings: Findings }

/**
 * Uploads and deletes images quickly and records the acknowledged changes. After an interruption, `settle` finds out
 * which other changes succeeded.
 */
export function createUploader({ client, link, pictures, random, name, findings }: Options) {
  const { token } = link.owner
  const kept = new Map<string, Kept>()
  const gone = new Map<string, string[]>()
  const counts = { uploads: 0, deletes: 0, brokenUploads: 0, brokenDeletes: 0 }
  let unknown: Unknown = { uploads: [], deletes: [] }
  let fresh: string[] = []
  let attempts = 0

  function keep(image: Image, { bytes }: Picture) {
    const addresses = [...image.renditions.map((rendition) => rendition.url), image.url ?? '']
    kept.set(image._id, { original: bytes, addresses })
    fresh.push(image._id)
  }

  function forget(ids: string[]) {
    for (const id of ids) {
      gone.set(id, kept.get(id)?.addresses ?? [])
      kept.delete(id)
    }
  }

  async function upload() {
    const key = `${name}-${++attempts}`
    const picture = random.pick(pictures)
    unknown.uploads.push({ key, picture })
    const answer = await client.upload(link, picture, { key, isCover: random() < 0.3 })
    requireAvailable(answer)
    unknown.uploads.pop()
    const { status, body } = answer
    if (status !== 201) return findings.note(`upload ${key} returned ${status} ${JSON.stringify(body)}`)
    counts.uploads++
    keep(body.data, picture)
  }

  async function remove() {
    const ids = [...kept.keys()]
    const some = [...new Set(Array.from({ length: random() < 0.2 ? 3 : 1 }, () => random.pick(ids)))]
    const [first] = some
    unknown.deletes.push(some)
    const answer =
      some.length === 1
        ? await client.del(`/api/images/${first}?forever=true`, token)
        : await client.call('POST', '/api/images/bulk', { token, json: { action: 'delete', imageIds: some } })
    requireAvailable(answer)
    unknown.deletes.pop()
    if (answer.status !== 200) return findings.note(`delete of ${some} returned ${answer.status}`)
    counts.deletes += some.length
    forget(some)
  }

  return {
    kept,
    counts,
    link,

    /** Runs until `isOver`, or until the connection breaks or the server is unavailable. */
    async work(isOver: () => boolean) {
      try {
        while (!isOver()) await (kept.size >= mostKept || (kept.size > 0 && random() < 0.5) ? remove() : upload())
      } catch (error) {
        if (!isOver()) findings.note(`${name}: the server stopped unexpectedly: ${error}`)
        counts.brokenUploads += unknown.uploads.length
        counts.brokenDeletes += unknown.deletes.length
      }
    },

    /**
     * Repeats interrupted uploads with the same key, which must not create a second image, and checks if interrupted
     * deletes succeeded.
     */
    async settle() {
      for (const { key, picture } of unknown.uploads) {
        const { status, body } = await client.upload(link, picture, { key })
        if (status === 200 || status === 201) keep(body.data, picture)
        else findings.note(`repeated upload ${key} returned ${status}`)
      }
      for (const ids of unknown.deletes) {
        const answers = await Promise.all(ids.map((id) => client.get(`/api/images/${id}`, token)))
        const statuses = new Set(answers.map(({ status }) => status))
        if (statuses.size > 1) findings.note(`a delete was only partly done: ${ids}`)
        if (statuses.has(404)) forget(ids)
      }
      unknown = { uploads: [], deletes: [] }
    },

    async checkKept(which: 'fresh' | 'all') {
      const ids = which === 'all' ? [...kept.keys()] : fresh.filter((id) => kept.has(id))
      fresh = []
      for (const id of ids) findings.noteAll(await client.findFaults(id, token, kept.get(id)?.original))
      return ids.length
    },

    async checkGone() {
      for (const [id, addresses] of gone) {
        for (const address of [`/api/images/${id}`, ...addresses]) {
          const { status } = await client.get(address, token)
          if (status !== 404) findings.note(`${address} was deleted but returned ${status}`)
        }
      }
      const count = gone.size
      gone.clear()
      return count
    },
  }
}
export type Uploader = ReturnType<typeof createUploader>
