import { Readable } from 'node:stream'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { abortWhen } from '#server/features/media/downloads.service.ts'
import type { MediaService } from '#server/features/media/media.service.ts'
import type { StudioService } from '#server/features/studios/studios.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { createFairShare } from '#server/platform/concurrency/fair-share.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import { formatDate } from '#server/platform/email/email-format.ts'
import { newId } from '#server/platform/ids.ts'
import { type Streamed, streamJson } from '#server/platform/json-stream.ts'
import { createZipStream, type StreamedZipEntry, type ZipEntry } from '#server/platform/zip.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { type ExportedAccount, manifestName } from '#shared/export-format.ts'
import { deadExport } from '#shared/exports.ts'
import { exportReadyEmail } from './emails/export-ready.ts'
import type { AccountExport } from './export-rows.ts'
import type { ExportRepository } from './exports.repository.ts'
import { createManifests } from './manifest.ts'

type Dependencies = {
  exports: ExportRepository
  links: LinkService
  media: MediaService
  findStudio: StudioService['findForExport']
  mediaUrls: MediaUrlService
  emails: EmailService
  tasks: Tasks
  rateLimits: RateLimits
  expensiveWork: ExpensiveWork
  publicUrl: string
  clock: Clock
}

const lifetimeMs = days(7)

/** A node sends at most this many exports concurrently, and at most half as many to one account. */
const maxSent = 8

/** Exports an account as one ZIP, which is generated while it's sent (0038). */
export function createExportService(dependencies: Dependencies) {
  const { exports, links, media, findStudio, mediaUrls, emails, tasks, rateLimits } = dependencies
  const { expensiveWork, publicUrl, clock } = dependencies
  const describe = createManifests({ exports, links, media, expensiveWork })
  const places = createFairShare({ capacity: maxSent, what: 'exports', of: 'account', retryAfterSeconds: 60 })

  const exportEmail = tasks.define<{ userId: string; exportId: string }>(
    'export-mail',
    async ({ userId, exportId }) => {
      const [account, current] = await Promise.all([
        exports.findAccount(userId),
        exports.findOf(userId, instantNow(clock)),
      ])
      if (!account || current?.id !== exportId) return
      const content = exportReadyEmail({
        url: `${publicUrl}/exports/${mediaUrls.exportToken(exportId)}`,
        until: formatDate(current.expiresAt, account.notifications?.timeZone),
      })
      await emails.send({ kind: 'export-ready', to: account.email, content })
    },
  )

  const present = ({ id, createdAt, expiresAt }: Pick<AccountExport, 'id' | 'createdAt' | 'expiresAt'>) => ({
    createdAt,
    expiresAt,
    ...(!emails.isDelivered && { url: `${publicUrl}/exports/${mediaUrls.exportToken(id)}` }),
  })

  async function requireExport(token: string): Promise<AccountExport> {
    const id = mediaUrls.verifyExport(token)
    const found = id === undefined ? undefined : await exports.find(id, instantNow(clock))
    if (!found) throw new AppError('NOT_FOUND', deadExport)
    return found
  }

  /** Yields the manifest first, because writing it collects the images. */
  async function* entriesOf(id: string, userId: string, account: ExportedAccount['account']) {
    const images: ZipEntry[] = []
    const studio = await findStudio(userId)
    const manifest: Streamed<ExportedAccount> = {
      format: 'framelight-account',
      version: 1,
      _id: id,
      exportedAt: instantNow(clock),
      account: studio ? { ...account, studio: studio.studio } : account,
      ...describe({ userId, onImage: (entry) => images.push(entry) }),
    }
    const described: StreamedZipEntry = {
      name: manifestName,
      modifiedAt: clock.now(),
      open: async () => Readable.from(streamJson(manifest)),
    }
    yield described
    for (const { name, png } of studio?.files ?? []) {
      yield { name, size: png.length, modifiedAt: clock.now(), open: async () => Readable.from([png]) }
    }
    yield* images
  }

  return {
    async start({ userId }: Viewer) {
      await rateLimits.exports.takeOrThrow({ account: userId })
      const made = { id: newId(), userId, createdAt: instantNow(clock), expiresAt: instantIn(clock, lifetimeMs) }
      await exports.transaction(async (tx) => {
        await tx.replace(made)
        await tx.insertTask(exportEmail({ userId, exportId: made.id }))
      })
      tasks.nudge()
      return present(made)
    },

    async find({ userId }: Viewer) {
      const found = await exports.findOf(userId, instantNow(clock))
      return found ? present(found) : null
    },

    requireExport,

    nameOf: () => `framelight-${instantNow(clock).slice(0, 10)}.zip`,

    /** The stream must be read or destroyed to release its slot. */
    async open(token: string): Promise<Readable> {
      const { id, userId } = await requireExport(token)
      const account = await exports.findAccount(userId)
      if (!account) throw new AppError('NOT_FOUND', deadExport)
      const leave = places.take(userId)
      const stream = createZipStream(entriesOf(id, userId, account))
      stream.once('close', leave)
      // During the download, the account can be disabled or deleted, and the export can expire or be replaced.
      abortWhen(stream, () => requireExport(token))
      return stream
    },

    removeExpired: () => exports.removeExpired(instantNow(clock)),
  }
}
export type ExportService = ReturnType<typeof createExportService>
