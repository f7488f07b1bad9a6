import { type Clock, hours, minutes } from '#server/platform/clock.ts'
import type { Signer } from '#server/platform/crypto/tokens.ts'

/** Signed addresses of pictures change once in this time, so that browsers can keep what they fetched. */
const stepMs = hours(1)

/** An address to download from is used at once, and nobody keeps what it gives under it. */
const downloadMs = minutes(10)

/** The file's name in the address of the picture that chats and social networks show for a link or an image. */
export const cardName = 'card.jpg'

export type SignedQuery = {
  session?: string | undefined
  pass?: string | undefined
  until?: string | undefined
  signature?: string | undefined
}

/** Whom an address is signed for: it dies with their session or pass. */
export type Holder = { session: string } | { pass: string }

/** Where pictures are fetched. An `<img>` cannot send a token, so a private picture's address carries its permission. */
export function createMediaUrlService({ signer, clock }: { signer: Signer; clock: Clock }) {
  const textOf = (what: string, holder: Holder, until: string | number) =>
    `${what}/${'session' in holder ? holder.session : `pass ${holder.pass}`}/${until}`

  const sign = (what: string, holder: Holder, until: number) => {
    const [[name, id] = []] = Object.entries(holder)
    return `${name}=${id}&until=${until}&signature=${signer.sign(textOf(what, holder, until))}`
  }

  /** Whom it was signed for, if it was and is still good. */
  function verify(what: string, { session, pass, until, signature }: SignedQuery): Holder | undefined {
    const holder = session ? { session } : pass ? { pass } : undefined
    if (!holder || !until || !signature || !/^\d{1,16}$/.test(until)) return undefined
    if (Number(until) <= clock.now().getTime()) return undefined
    return signer.verify(textOf(what, holder, until), signature) ? holder : undefined
  }

  return {
    plain: (imageId: string, file: string) => `/media/${imageId}/${file}`,

    card: (imageId: string) => `/media/${imageId}/${cardName}`,

    /** Good for between one and two steps from now, and only while the session or pass lives. */
    signed(imageId: string, file: string, holder: Holder) {
      const until = (Math.floor(clock.now().getTime() / stepMs) + 2) * stepMs
      return `/media/${imageId}/${file}?${sign(`media/${imageId}/${file}`, holder, until)}`
    },

    verify: (imageId: string, file: string, query: SignedQuery) => verify(`media/${imageId}/${file}`, query),

    /** For the owner's browser, which sends no token when it saves what a plain link leads to. */
    signedDownload: (slug: string, session: string) =>
      `/api/links/slug/${slug}/download?${sign(`download/${slug}`, { session }, clock.now().getTime() + downloadMs)}`,

    /** The last part of the address of an export. It tells nothing but which one it is, so that a copy of the database opens none. */
    exportToken: (exportId: string) => `${exportId}.${signer.sign(`export/${exportId}`)}`,

    /** Which export it is the address of, if it is one. */
    verifyExport(token: string) {
      const [id = '', signature = ''] = token.split('.', 2)
      return signer.verify(`export/${id}`, signature) ? id : undefined
    },

    verifyDownload: (slug: string, query: SignedQuery) => verify(`download/${slug}`, query),
  }
}
export type MediaUrlService = ReturnType<typeof createMediaUrlService>
