import { type Clock, hours, minutes } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'

/** Signed image URLs stay the same for this long, so browsers can cache the files. */
const stepMs = hours(1)

/** Short, because a download URL is used right away and never cached. */
const downloadMs = minutes(10)

/** File name of the image that chats and social networks show for a link or an image. */
export const cardName = 'card.jpg'

export type SignedQuery = {
  session?: string | undefined
  pass?: string | undefined
  until?: string | undefined
  signature?: string | undefined
}

/** The session or pass a URL is signed for. The URL stops working when that session or pass ends. */
export type Holder = { session: string } | { pass: string }

/** An `<img>` can't send a token, so the URL of a private image includes a signature. */
export function createMediaUrlService({ signer, clock }: { signer: Signer; clock: Clock }) {
  const textOf = (what: string, holder: Holder, until: string | number) =>
    `${what}/${'session' in holder ? holder.session : `pass ${holder.pass}`}/${until}`

  const sign = (what: string, holder: Holder, until: number) => {
    const [[name, id] = []] = Object.entries(holder)
    return `${name}=${id}&until=${until}&signature=${signer.sign(textOf(what, holder, until))}`
  }

  function verify(what: string, { session, pass, until, signature }: SignedQuery): Holder | undefined {
    const holder = session ? { session } : pass ? { pass } : undefined
    if (!holder || !until || !signature || !/^\d{1,16}$/.test(until)) return undefined
    if (Number(until) <= clock.now().getTime()) return undefined
    return signer.verify(textOf(what, holder, until), signature) ? holder : undefined
  }

  return {
    plain: (imageId: string, file: string) => `/media/${imageId}/${file}`,

    card: (imageId: string) => `/media/${imageId}/${cardName}`,

    /** Valid for one to two hours, as long as the session or pass is valid. */
    signed(imageId: string, file: string, holder: Holder) {
      const until = (Math.floor(clock.now().getTime() / stepMs) + 2) * stepMs
      return `/media/${imageId}/${file}?${sign(`media/${imageId}/${file}`, holder, until)}`
    },

    verify: (imageId: string, file: string, query: SignedQuery) => verify(`media/${imageId}/${file}`, query),

    /** For the owner's browser, which can't send a token with a plain download link. */
    signedDownload: (slug: string, session: string) =>
      `/api/links/slug/${slug}/download?${sign(`download/${slug}`, { session }, clock.now().getTime() + downloadMs)}`,

    /**
     * Last segment of an export's URL. Only the ID is stored, so a copy of the database isn't enough to download an
     * export.
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
