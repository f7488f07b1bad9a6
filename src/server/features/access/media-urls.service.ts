import { type Clock, hours, minutes } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'
import type { Image } from '#shared/images.ts'
import type { Mark } from './marks.ts'

/** Signed image URLs change only once per step, so browsers can cache the files. */
const stepMs = hours(1)

/** Download URLs are used right away, so they can expire soon. */
const downloadMs = minutes(10)

/** Chats and social networks show this file as the preview of a link or an image. */
export const cardName = 'card.jpg'

const markedName = /^([0-9a-f]{24})-(.+)$/

/** The name of a file with a watermark, as it appears in URLs. It changes with the watermark. */
export const nameWithMark = (mark: Pick<Mark, 'key'> | null, name: string) => (mark ? `${mark.key}-${name}` : name)

export function readName(name: string): { markKey: string | undefined; name: string } {
  const [, markKey, rest] = markedName.exec(name) ?? []
  return { markKey, name: rest ?? name }
}

export type SignedQuery = {
  session?: string | undefined
  pass?: string | undefined
  wall?: string | undefined
  trash?: string | undefined
  until?: string | undefined
  signature?: string | undefined
}

/**
 * A signed URL stops working when its session, pass or live wall ends. Someone who's logged in may need a pass to open
 * the link. `trash` is a session whose user sees the image in their trash, and only there.
 */
export type Holder = { session: string; pass?: string } | { pass: string } | { wall: string } | { trash: string }

function idsOf(holder: Holder) {
  if ('wall' in holder) return [`wall ${holder.wall}`]
  if ('trash' in holder) return [`trash ${holder.trash}`]
  return [...('session' in holder ? [holder.session] : []), ...(holder.pass ? [`pass ${holder.pass}`] : [])]
}

/** An `<img>` can't send a token, so the URLs of images that aren't public include a signature. */
export function createMediaUrlService({ signer, clock }: { signer: Signer; clock: Clock }) {
  const textOf = (what: string, holder: Holder, until: string | number) => `${what}/${idsOf(holder).join(' ')}/${until}`

  const sign = (what: string, holder: Holder, until: number) => {
    const ids = Object.entries(holder).map(([name, id]) => `${name}=${id}&`)
    return `${ids.join('')}until=${until}&signature=${signer.sign(textOf(what, holder, until))}`
  }

  function verify(what: string, { session, pass, wall, trash, until, signature }: SignedQuery): Holder | undefined {
    const holder = wall
      ? { wall }
      : trash
        ? { trash }
        : session
          ? { session, ...(pass && { pass }) }
          : pass
            ? { pass }
            : undefined
    if (!holder || !until || !signature || !/^\d{1,16}$/.test(until)) return undefined
    if (Number(until) <= clock.now().getTime()) return undefined
    return signer.verify(textOf(what, holder, until), signature) ? holder : undefined
  }

  return {
    plain: (imageId: string, file: string) => `/media/${imageId}/${file}`,

    card: (imageId: string, mark: Mark | null) => `/media/${imageId}/${nameWithMark(mark, cardName)}`,

    /** The card of an image as someone sees it, who may only get files with a watermark. */
    cardOf({ _id, thumbnailUrl }: Pick<Image, '_id' | 'thumbnailUrl'>) {
      const { markKey } = readName(thumbnailUrl.slice(thumbnailUrl.lastIndexOf('/') + 1))
      return `/media/${_id}/${nameWithMark(markKey === undefined ? null : { key: markKey }, cardName)}`
    },

    /** The URL is valid for one to two hours, but never longer than the session or pass. */
    signed(imageId: string, file: string, holder: Holder) {
      const until = (Math.floor(clock.now().getTime() / stepMs) + 2) * stepMs
      return `/media/${imageId}/${file}?${sign(`media/${imageId}/${file}`, holder, until)}`
    },

    verify: (imageId: string, file: string, query: SignedQuery) => verify(`media/${imageId}/${file}`, query),

    /** A browser can't send the owner's token with a plain download link, so the URL is signed. */
    signedDownload: (slug: string, session: string) =>
      `/api/links/slug/${slug}/download?${sign(`download/${slug}`, { session }, clock.now().getTime() + downloadMs)}`,

    /**
     * This token is the last segment of the export's URL. Only the ID is stored, so a copy of the database isn't enough
     * to download an export.
     */
    exportToken: (exportId: string) => `${exportId}.${signer.sign(`export/${exportId}`)}`,

    verifyExport(token: string) {
      const [id = '', signature = ''] = token.split('.', 2)
      return signer.verify(`export/${id}`, signature) ? id : undefined
    },

    verifyDownload: (slug: string, query: SignedQuery) => verify(`download/${slug}`, query),
  }
}
export type MediaUrlService = ReturnType<typeof createMediaUrlService>
