import { statfs } from 'node:fs/promises'
import { markOf } from '#server/features/access/marks.ts'
import { cardName, nameWithMark } from '#server/features/access/media-urls.service.ts'
import { auditEntry } from '#server/features/accounts/audit.service.ts'
import type { InstallationService } from '#server/features/accounts/installation.service.ts'
import type { BackupStatusService } from '#server/features/backups/backup-status.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { rememberFor } from '#server/platform/cache/remember-for.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { readCursor } from '#server/platform/database/cursor.ts'
import type { TaskStatistics, Tasks } from '#server/platform/database/tasks.ts'
import type { MonitoredMailer } from '#server/platform/email/monitored-mailer.ts'
import { newId } from '#server/platform/ids.ts'
import { createCalendar } from '#server/platform/local-days.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller } from '#server/viewer.ts'
import type { AdministeredLink } from '#shared/administered-links.ts'
import type { Overview } from '#shared/administration.ts'
import type { InstallationChange } from '#shared/administration-forms.ts'
import { AppError } from '#shared/errors.ts'
import type { NewReport } from '#shared/report-forms.ts'
import { isEmailTask } from '#shared/task-kinds.ts'
import type { AdministrationRepository } from './administration.repository.ts'
import { pageSize, toPage } from './lists.ts'
import type { OverviewRepository } from './overview.repository.ts'
import type { UpdateService } from './updates.service.ts'

type Dependencies = {
  administration: AdministrationRepository
  overview: OverviewRepository
  links: LinkService
  installation: InstallationService
  mailer: MonitoredMailer
  backups: Pick<BackupStatusService, 'read'>
  updates: Pick<UpdateService, 'describe'>
  tasks: Tasks
  rateLimits: RateLimits
  invalidation: Invalidation
  clock: Clock
  about: {
    databaseKind: string
    checkDatabase: () => Promise<unknown>
    storageKind: string
    checkStorage: () => Promise<unknown>
    hasDiskSpace: () => Promise<boolean>
    dataDir: string
    publicUrl: string
    version: string
  }
}

type Query = { search?: string | undefined; cursor?: string | undefined }
type GalleryRequest = { slug: string; caller: Caller; network: string }

const checkTimeoutMs = 3000
const maxTasks = 200
const auditKeptMs = days(400)

type LinkRecord = NonNullable<Awaited<ReturnType<AdministrationRepository['findLink']>>>

const markIn = ({ id, watermark, mark_name: name, mark_studio: studio }: LinkRecord) =>
  markOf(id, watermark, { name, studio })

const toLink = (link: LinkRecord): AdministeredLink => ({
  coverUrl: link.coverImageId && `/media/${link.coverImageId}/${nameWithMark(markIn(link), cardName)}`,
  _id: link.id,
  slug: link.slug,
  title: link.title,
  isListed: link.is_listed === 1,
  imageCount: link.image_count,
  views: link.visits,
  createdAt: link.createdAt,
  owner: { _id: link.ownerId, name: link.ownerName, email: link.ownerEmail },
})

const listOf = <Item>(data: Item[], nextCursor: string | undefined) => ({ data, ...(nextCursor && { nextCursor }) })

/** The totals are cached for this long, because counting reads every account. */
const countedMs = 3000

export function createAdministrationService(dependencies: Dependencies) {
  const { administration, overview, links, installation, mailer, backups, updates, tasks } = dependencies
  const { rateLimits, invalidation, clock, about } = dependencies

  async function timed(kind: string, check: () => Promise<unknown>) {
    const start = clock.monotonicMs()
    const isGood = await withTimeout(check(), checkTimeoutMs, () => new Error('No response in time')).then(
      () => true,
      () => false,
    )
    return { kind, isGood, answersInMs: Math.round(clock.monotonicMs() - start) }
  }

  async function diskOf() {
    const isLow = !(await about.hasDiskSpace())
    const { blocks, bsize, bavail } = await statfs(about.dataDir)
    return { totalBytes: blocks * bsize, usedBytes: (blocks - bavail) * bsize, isLow }
  }

  const summed = (kinds: TaskStatistics[]) => ({
    waiting: kinds.reduce((sum, { count }) => sum + count, 0),
    failing: kinds.reduce((sum, { failing }) => sum + failing, 0),
    oldestAt: kinds.map(({ since }) => since).sort()[0] ?? null,
  })

  const countAll = rememberFor(countedMs, clock, () => overview.countAll(instantIn(clock, -days(7))))

  let visitsOfDay: { hour: number; count: () => Promise<number> } | undefined
  function countVisitsToday(timeZone: string) {
    const { hour } = createCalendar(clock.now(), timeZone)(0)
    if (visitsOfDay?.hour !== hour) {
      visitsOfDay = { hour, count: rememberFor(countedMs, clock, () => overview.countVisitsSince(hour)) }
    }
    return visitsOfDay.count()
  }

  async function requireLink(id: string) {
    const link = await administration.findLink(id, instantNow(clock))
    if (!link) throw new AppError('NOT_FOUND', 'Link not found')
    return link
  }

  return {
    async overview(timeZone: string): Promise<Overview> {
      const [counts, visitsToday, reports, kinds, backupStatus, settings, database, storage, disk] = await Promise.all([
        countAll(),
        countVisitsToday(timeZone),
        administration.countReports(),
        tasks.statistics(),
        backups.read(),
        installation.read(),
        timed(about.databaseKind, about.checkDatabase),
        timed(about.storageKind, about.checkStorage),
        diskOf(),
      ])
      const problem = mailer.problem() ?? null
      return {
        ...counts,
        visitsToday,
        reports,
        database,
        storage,
        mail: {
          ...summed(kinds.filter(isEmailTask)),
          isSetUp: mailer.isDelivered,
          isDelivered: mailer.isDelivered && problem === null,
          problem,
        },
        tasks: summed(kinds.filter((kind) => !isEmailTask(kind))),
        backups: backupStatus,
        disk,
        ...settings,
        publicUrl: about.publicUrl,
        version: about.version,
        update: updates.describe(),
      }
    },

    changeInstallation(actor: string, change: InstallationChange) {
      return installation.change(
        change,
        auditEntry(clock, { actor, action: 'change settings', subject: '', details: change }),
      )
    },

    async listListed({ search = '', cursor }: Query) {
      const after = readCursor(cursor)
      const { rows, searchEnd } = await administration.listListed(
        search,
        { after, limit: pageSize + 1 },
        instantNow(clock),
      )
      const page = toPage(rows, searchEnd)
      return listOf(page.rows.map(toLink), page.nextCursor)
    },

    async setListed(actor: string, id: string, isListed: boolean) {
      const link = await requireLink(id)
      const action = isListed ? 'list publicly' : 'remove from the public page'
      await administration.transaction(async (tx) => {
        await tx.setListed(id, isListed, instantNow(clock))
        const details = { slug: link.slug, owner: link.ownerEmail }
        await tx.insertAudit(auditEntry(clock, { actor, action, subject: link.title, details }))
      })
      invalidation.invalidate(id)
      return toLink(await requireLink(id))
    },

    /**
     * Anyone who can see the link can report it. Stores at most three reports a day per link and network, and silently
     * drops more.
     */
    async report({ slug, caller, network }: GalleryRequest, { message }: NewReport) {
      const { link } = await links.requireBySlug({ slug, caller, client: { network } })
      await rateLimits.reportsOfNetwork.takeOrThrow({ network })
      if ((await rateLimits.reports.take({ link: link.id, network })).retryAfterSeconds > 0) return
      await administration.insertReport({ id: newId(), linkId: link.id, message, createdAt: instantNow(clock) })
    },

    async listReports({ cursor }: Query) {
      const after = readCursor(cursor)
      const page = toPage(await administration.listReports({ after, limit: pageSize + 1 }, instantNow(clock)))
      const data = page.rows.map(({ id, message, createdAt, link }) => ({
        _id: id,
        message,
        createdAt,
        link: toLink(link),
      }))
      return listOf(data, page.nextCursor)
    },

    async closeReport(actor: string, id: string) {
      await administration.transaction(async (tx) => {
        const removed = await tx.removeReport(id)
        const link = removed && (await tx.findLink(removed.linkId, instantNow(clock)))
        if (!link) throw new AppError('NOT_FOUND', 'Report not found')
        await tx.insertAudit(auditEntry(clock, { actor, action: 'close report', subject: link.title }))
      })
    },

    listTasks: async () => (await administration.listTasks(maxTasks)).map(({ id, ...task }) => ({ _id: id, ...task })),

    async retryTasks(actor: string) {
      await administration.transaction(async (tx) => {
        const tried = await tx.retryFailedTasks(instantNow(clock))
        await tx.insertAudit(auditEntry(clock, { actor, action: 'retry', subject: 'tasks', details: { tried } }))
      })
      tasks.nudge()
    },

    async retryTask(actor: string, id: string) {
      await administration.transaction(async (tx) => {
        const task = await tx.retryTask(id, instantNow(clock))
        if (!task) throw new AppError('NOT_FOUND', 'This job is done or is running right now.')
        await tx.insertAudit(auditEntry(clock, { actor, action: 'retry', subject: task.kind }))
      })
      tasks.nudge()
    },

    async listAudit({ cursor }: Query) {
      const after = readCursor(cursor)
      const page = toPage(await administration.listAudit({ after, limit: pageSize + 1 }))
      const data = page.rows.map(({ id, details, ...entry }) => ({ _id: id, ...entry, details: JSON.parse(details) }))
      return listOf(data, page.nextCursor)
    },

    removeOld: () => administration.removeOld(instantIn(clock, -auditKeptMs), instantNow(clock)),
  }
}
export type AdministrationService = ReturnType<typeof createAdministrationService>
