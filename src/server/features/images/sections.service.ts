import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import { type Access, linkNotFound, requireRole } from '#server/features/access/link-access.ts'
import { isAtLeast } from '#server/features/access/roles.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { wallClock } from '#server/platform/time-zones.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import { maxSections } from '#shared/limits.ts'
import type { NewSection, SectionChange } from '#shared/section-forms.ts'
import type { Section } from '#shared/sections.ts'
import type { ImageRepository } from './images.repository.ts'
import { anchorOf, isFreeAnchor } from './section-anchor.ts'
import type { SectionRecord } from './sections.repository.ts'

type Dependencies = {
  images: ImageRepository
  access: Pick<AccessService, 'findFacts'>
  recordAct: RecordAct
  invalidation: Invalidation
  clock: Clock
}

type Transaction = Parameters<Parameters<ImageRepository['transaction']>[0]>[0]

const presentSection = ({ id, title, text, anchor }: SectionRecord, imageCount: number): Section => ({
  _id: id,
  title,
  text,
  anchor,
  imageCount,
})

/** Visitors get only the sections in which they see images. */
export function presentSections(sections: SectionRecord[], images: Image[], { role }: Pick<Access, 'role'>): Section[] {
  const counts = new Map<string, number>()
  for (const { sectionId } of images) if (sectionId) counts.set(sectionId, (counts.get(sectionId) ?? 0) + 1)
  const shown = isAtLeast(role, 'editor') ? sections : sections.filter(({ id }) => counts.has(id))
  return shown.map((section) => presentSection(section, counts.get(section.id) ?? 0))
}

export function createSectionService({ images, access, recordAct, invalidation, clock }: Dependencies) {
  const requireManaged = async (viewer: Viewer, linkId: string) =>
    requireRole(await access.findFacts(linkId), viewer, 'editor')

  /** Changes of an owner's sections and images happen one after the other. */
  async function changeSections<Result>(
    viewer: Viewer,
    linkId: string,
    change: (tx: Transaction, sections: SectionRecord[]) => Promise<Result>,
  ) {
    const link = await requireManaged(viewer, linkId)
    const { userId } = link
    const result = await images.transaction(async (tx) => {
      await tx.lockUsage(userId)
      if (!(await tx.touchLink(linkId, userId, instantNow(clock)))) throw linkNotFound()
      return change(tx, await tx.listSections(linkId))
    })
    invalidation.invalidate(linkId)
    await recordAct(viewer, link, 'changed')
    return result
  }

  async function insert(tx: Transaction, linkId: string, added: SectionRecord[]) {
    if (added.length === 0) return
    await tx.insertSections(added)
    if (!(await tx.countSections(linkId, { count: added.length, max: maxSections }))) throw sectionLimit()
  }

  async function requireOwn(viewer: Viewer, id: string) {
    const section = await images.findSection(id)
    if (!section) throw sectionNotFound()
    await requireManaged(viewer, section.linkId)
    return section
  }

  return {
    async list(viewer: Viewer, linkId: string) {
      await requireManaged(viewer, linkId)
      const counts = await images.countBySection(linkId)
      return (await images.listSections(linkId)).map((section) => presentSection(section, counts.get(section.id) ?? 0))
    },

    async create(viewer: Viewer, linkId: string, { title, text, anchor: wanted, before }: NewSection) {
      return changeSections(viewer, linkId, async (tx, sections) => {
        const place = before === undefined ? sections.length : sections.findIndex(({ id }) => id === before)
        if (place < 0) throw invalidField('before', 'Before must be a section of this link')
        const later = sections.slice(place)
        const position = later[0]?.position ?? nextPosition(sections)
        const taken = anchorsOf(sections)
        const isFree = wanted !== undefined && isFreeAnchor(wanted, taken)
        const anchor = isFree ? wanted : anchorOf(title, sections.length + 1, taken)
        const section = { id: newId(), linkId, title, text, anchor, position }
        await insert(tx, linkId, [section])
        await tx.updateSectionPositions(later.map((each) => ({ ...each, position: each.position + 1 })))
        return presentSection(section, 0)
      })
    },

    async update(viewer: Viewer, id: string, change: SectionChange) {
      const { linkId } = await requireOwn(viewer, id)
      return changeSections(viewer, linkId, async (tx) => {
        await tx.updateSection(id, change)
        const section = await tx.findSection(id)
        if (!section) throw sectionNotFound()
        return presentSection(section, (await tx.countBySection(linkId)).get(id) ?? 0)
      })
    },

    async remove(viewer: Viewer, id: string) {
      const { linkId } = await requireOwn(viewer, id)
      await changeSections(viewer, linkId, async (tx, sections) => {
        const section = sections.find((each) => each.id === id)
        if (!section) throw sectionNotFound()
        await tx.removeSection(section)
        await tx.refreshCover(linkId)
      })
    },

    async order(viewer: Viewer, linkId: string, sectionIds: string[]) {
      await changeSections(viewer, linkId, async (tx, sections) => {
        const isWhole = sectionIds.length === sections.length && new Set(sectionIds).size === sections.length
        if (!isWhole || !sections.every(({ id }) => sectionIds.includes(id))) {
          throw invalidField('sectionIds', 'List every section of the link exactly once')
        }
        const moved = sections
          .map((section) => ({ ...section, place: sectionIds.indexOf(section.id) + 1 }))
          .filter(({ position, place }) => position !== place)
        await tx.updateSectionPositions(moved.map(({ id, place }) => ({ id, position: place })))
        await tx.refreshCover(linkId)
      })
    },

    /** Uses the sections that already have the name of a day. */
    async addByDay(viewer: Viewer, linkId: string, timeZone: string | undefined) {
      await changeSections(viewer, linkId, async (tx, sections) => {
        const loose = await tx.listWithoutSection(linkId)
        const byDay = Map.groupBy(loose, (image) => dayOf(image, timeZone))
        byDay.delete(undefined)
        const anchors = anchorsOf(sections)
        const filed = [...byDay].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
        const added: SectionRecord[] = []
        const sectionOf = (title: string) => {
          const known = sections.find((section) => section.title === title)
          if (known) return known
          const anchor = anchorOf(title, sections.length + added.length + 1, anchors)
          anchors.add(anchor)
          const position = nextPosition(sections) + added.length
          const section = { id: newId(), linkId, title, text: '', anchor, position }
          added.push(section)
          return section
        }
        const placed = filed.map(([day = '', ofDay]) => ({ section: sectionOf(titleOf(day)), ofDay }))
        await insert(tx, linkId, added)
        for (const { section, ofDay } of placed) {
          await tx.setSection(
            ofDay.map(({ id }) => id),
            section,
          )
        }
        await tx.refreshCover(linkId)
      })
    },
  }
}
export type SectionService = ReturnType<typeof createSectionService>

const anchorsOf = (sections: SectionRecord[]) => new Set(sections.map(({ anchor }) => anchor))

const nextPosition = (sections: SectionRecord[]) => (sections.at(-1)?.position ?? 0) + 1

type Taken = { takenAt: string | null; takenOffset: string | null }

/** Returns a date such as 2026-06-14. A time without an offset is the local time of the camera. */
function dayOf({ takenAt, takenOffset }: Taken, timeZone: string | undefined) {
  if (takenAt === null) return undefined
  const zone = takenOffset && (timeZone ?? takenOffset)
  return zone ? new Date(wallClock(zone, Date.parse(takenAt))).toISOString().slice(0, 10) : takenAt.slice(0, 10)
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const titleOf = (day: string) => dayFormat.format(new Date(day))

const sectionNotFound = () => new AppError('NOT_FOUND', 'Section not found')

const sectionLimit = () => new AppError('SECTION_LIMIT', `A link can have up to ${maxSections} sections`)
