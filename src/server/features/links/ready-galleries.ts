import { gzipSync } from 'node:zlib'
import type { Changes } from '#server/platform/changes.ts'
import { createKept } from '#server/platform/kept.ts'
import type { LinkFacts } from './link-access.ts'

/** A gallery's answer to a visitor, as it goes over the wire. */
export type ReadyGallery = { link: LinkFacts & { slug: string }; body: Buffer; gzip: () => Buffer }

type Loaded = { link: ReadyGallery['link']; answer: object } | undefined
type Kept = ReadyGallery & { readAt: number }

/** Answers kept ready take this much memory at the most. */
const maxBytes = 32 * 1024 * 1024

/**
 * What visitors without a session are answered is the same for all of them: it is made once and sent many times, until the
 * link changes or a moment has passed. Who may see it is still decided for each request.
 */
export function createReadyGalleries({ read, changes }: { read: (slug: string) => Promise<Loaded>; changes: Changes }) {
  const kept = createKept<Kept>({ maxSize: maxBytes, sizeOf: ({ body }) => 2 * body.length + 1000 })
  const underWay = new Map<string, Promise<Kept | undefined>>()

  async function make(slug: string): Promise<Kept | undefined> {
    const readAt = performance.now()
    const loaded = await read(slug)
    if (!loaded) return undefined
    const body = Buffer.from(JSON.stringify(loaded.answer))
    let compressed: Buffer | undefined
    const gallery = {
      link: loaded.link,
      body,
      gzip: () => {
        compressed ??= gzipSync(body, { level: 4 })
        return compressed
      },
      readAt,
    }
    kept.set(slug, gallery)
    return gallery
  }

  /** Many who ask at once share one reading, unless the link has changed since that began. */
  async function load(slug: string): Promise<Kept | undefined> {
    const already = underWay.get(slug)
    const making = already ?? make(slug).finally(() => underWay.delete(slug))
    if (!already) underWay.set(slug, making)
    const gallery = await making
    return gallery && !changes.isUnchanged(gallery.link.id, gallery.readAt) ? load(slug) : gallery
  }

  /** Ready at once where it can be; undefined when there is no such link. */
  return function find(slug: string): ReadyGallery | undefined | Promise<ReadyGallery | undefined> {
    const gallery = kept.get(slug)
    if (gallery && changes.isFresh(gallery.link.id, gallery.readAt)) return gallery
    return load(slug)
  }
}
