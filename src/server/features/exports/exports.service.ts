import { Readable } from 'node:stream'
import type { MediaAddressService } from '#server/features/access/media-addresses.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import { breakOffWhen } from '#server/features/media/downloads.service.ts'
import type { MediaService } from '#server/features/media/media.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { newId } from '#server/platform/ids.ts'
import { exportReadyMail } from '#server/platform/mail/templates/export-ready.ts'
import { createZip, type ZipEntry } from '#server/platform/zip.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { type ExportedAccount, type ExportedLink, manifestName } from '#shared/export-format.ts'
import { deadExport } from '#shared/exports.ts'
import type { AccountExport } from './export-rows.ts'
import type { ExportRepository } from './exports.repository.ts'

type Dependencies = {
  exports: ExportRepository
  media: MediaService
  addresses: MediaAddressService
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  publicUrl: string
  clock: Clock
}

const goodForMs = days(7)

/** So many are sent at once on a node, and of one account half of them at the most. */
const maxSent = 8

type Content = { manifest: ExportedAccount; pictures: ZipEntry[] }

/** Everything of an account in one ZIP, for who leaves, moves or wants a copy. It is written while it is sent (0038). */
export function createExportService(dependencies: Dependencies) {
  const { exports, media, addresses, emails, tasks, rateLimits, publicUrl, clock } = dependencies
  const asked = rateLimits.define({ name: 'exports', limit: 5, windowMs: days(1) })
  const places = createFairShare({ capacity: maxSent, what: 'exports', of: 'account', retryAfterSeconds: 60 })

  const exportMail = tasks.define<{ userId: string; exportId: string }>('export-mail', async ({ userId, exportId }) => {
    const [account, current] = await Promise.all([
      exports.findAccount(userId),
      exports.findOf(userId, instantNow(clock)),
    ])
    if (!account || current?.id !== exportId) return
    const content = exportReadyMail({
      url: `${publicUrl}/exports/${addresses.exportToken(exportId)}`,
      until: asDate.format(new Date(current.expiresAt)),
    })
    await emails.send({ kind: 'export-ready', to: account.email, content })
  })

  async function requireExport(token: string): Promise<AccountExport> {
    const id = addresses.verifyExport(token)
    const found = id === undefined ? undefined : await exports.find(id, instantNow(clock))
    if (!found) throw new AppError('NOT_FOUND', deadExport)
    return found
  }

  async function contentOfLink(
    link: Awaited<ReturnType<ExportRepository['listLinks']>>[number],
    viewer: Viewer,
  ): Promise<{ link: ExportedLink; pictures: ZipEntry[] }> {
    const { coverImageId, ...fields } = link
    const [invitations, choices, rows, comments] = await Promise.all([
      exports.listInvitations(link._id),
      exports.listChoices(link._id),
      exports.listImages(link._id),
      exports.listComments(link._id),
    ])
    const images = rows.flatMap(({ original, ...image }) => (original ? [{ original, image }] : []))
    const names = media.originalNames(
      images.map(({ image, original }) => ({ fileName: image.fileName, type: original.type })),
    )
    const commentsOf = Map.groupBy(comments, ({ imageId }) => imageId)
    const fileOf = (index: number) => `pictures/${link.slug}/${names[index]}`
    return {
      link: {
        ...fields,
        choices,
        invitations,
        images: images.map(({ image }, index) => ({
          ...image,
          file: fileOf(index),
          isCover: image._id === coverImageId,
          comments: (commentsOf.get(image._id) ?? []).map(({ comment }) => comment),
        })),
      },
      pictures: images.map(({ image, original }, index) => ({
        name: fileOf(index),
        size: original.bytes,
        modifiedAt: new Date(image.takenAt ?? image.createdAt),
        open: async () => (await media.openOriginal(viewer, image._id)).stream,
      })),
    }
  }

  async function contentOf({ id, userId }: AccountExport): Promise<Content> {
    const account = await exports.findAccount(userId)
    if (!account) throw new AppError('NOT_FOUND', deadExport)
    const links: ExportedLink[] = []
    const pictures: ZipEntry[] = []
    for (const link of await exports.listLinks(userId)) {
      const content = await contentOfLink(link, { userId, sessionId: '' })
      links.push(content.link)
      pictures.push(...content.pictures)
    }
    const comments = await exports.listCommentsElsewhere(userId)
    const exportedAt = instantNow(clock)
    return {
      manifest: { format: 'framelight-account', version: 1, _id: id, exportedAt, account, links, comments },
      pictures,
    }
  }

  return {
    /** Written down before it is acknowledged; the mail goes out beside the requests. */
    async start({ userId }: Viewer) {
      const { retryAfterSeconds } = await asked.take(userId)
      if (retryAfterSeconds > 0) {
        throw new AppError('RATE_LIMITED', 'You asked for your data several times today. Try again tomorrow.', {
          retryAfterSeconds,
        })
      }
      const made = { id: newId(), userId, createdAt: instantNow(clock), expiresAt: instantIn(clock, goodForMs) }
      await exports.transaction(async (tx) => {
        await tx.replace(made)
        await tx.insertTask(exportMail({ userId, exportId: made.id }))
      })
      tasks.nudge()
      return { createdAt: made.createdAt, expiresAt: made.expiresAt }
    },

    async find({ userId }: Viewer) {
      const found = await exports.findOf(userId, instantNow(clock))
      return found ? { createdAt: found.createdAt, expiresAt: found.expiresAt } : null
    },

    /** Throws where there is none any more. */
    requireExport,

    /** The stream must be read or destroyed, or its place stays taken. */
    async open(token: string) {
      const found = await requireExport(token)
      const leave = places.take(found.userId)
      try {
        const { manifest, pictures } = await contentOf(found)
        const description = Buffer.from(JSON.stringify(manifest, null, 2))
        const { size, stream } = createZip([
          {
            name: manifestName,
            size: description.length,
            modifiedAt: clock.now(),
            open: async () => Readable.from([description]),
          },
          ...pictures,
        ])
        stream.once('close', leave)
        // The account may be deleted, or another export asked for, while this one goes out.
        breakOffWhen(stream, () => requireExport(token))
        return { name: `framelight-${manifest.exportedAt.slice(0, 10)}.zip`, size, stream }
      } catch (error) {
        leave()
        throw error
      }
    },

    removeOver: () => exports.removeOver(instantNow(clock)),
  }
}
export type ExportService = ReturnType<typeof createExportService>

const asDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
