import { isDeepStrictEqual } from 'node:util'
import { isServedOn } from '#server/features/access/link-access.ts'
import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import type { EmailBrand } from '#server/platform/email/email-content.ts'
import { withoutUrls } from '#server/platform/email/email-format.ts'
import { newId } from '#server/platform/ids.ts'
import { ImageRefused } from '#server/platform/images/image-header.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import { wrongLogoSize } from '#server/platform/images/logo.ts'
import { WorkerLost } from '#server/platform/images/worker-process.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { OwnDomain, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { ExportedStudio } from '#shared/export-format.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { LogoTheme, Studio } from '#shared/studio.ts'
import type { StudioChange } from '#shared/studio-forms.ts'
import { presentToOwner, presentToVisitors } from './present-studio.ts'
import { parseSettings, type StudioRecord, type StudioRepository } from './studios.repository.ts'

type Dependencies = {
  studios: StudioRepository
  planOf: (userId: string) => Promise<CatalogPlan>
  imageProcessor: Pick<ImageProcessor, 'makeLogo'>
  rateLimits: RateLimits
  invalidation: Invalidation
  originOf: OriginOf
}

const logoField = { light: 'logo', dark: 'logoDark' } as const

const logoFiles = { light: 'studio/logo.png', dark: 'studio/logo-dark.png' }
type LogoFile = { name: string; png: Buffer }

export function createStudioService(dependencies: Dependencies) {
  const { studios, planOf, imageProcessor, rateLimits, invalidation, originOf } = dependencies

  async function requireAllowed(userId: string) {
    if (!(await planOf(userId)).allows.studio) throw notInPlan()
  }

  /** `change` runs in the same transaction and returns what to store. */
  async function update(
    { userId }: Viewer,
    change: (studio: StudioRecord, tx: StudioRepository) => StudioRecord | Promise<StudioRecord>,
  ): Promise<Studio> {
    const saved = await studios.transaction(async (tx) => {
      await tx.lock(userId)
      const changed = await change(await tx.find(userId), tx as StudioRepository)
      await tx.save(userId, changed)
      return changed
    })
    await invalidation.invalidateOwner(userId)
    return presentToOwner(saved, await planOf(userId))
  }

  /** What visitors see, or null. */
  async function findShown(userId: string) {
    const { isOn, ...settings } = await studios.find(userId)
    if (!isOn) return null
    const [{ galleryName, name }, plan] = await Promise.all([studios.findNames(userId), planOf(userId)])
    return presentToVisitors(settings, galleryName ?? name, plan)
  }

  async function makeLogo(userId: string, path: string) {
    try {
      return await imageProcessor.makeLogo(path, userId)
    } catch (error) {
      if (error instanceof ImageRefused && error.reason === wrongLogoSize) {
        throw invalidField('logo', "The logo's longer side must be 32 to 8,000 pixels")
      }
      if (error instanceof ImageRefused) {
        throw new AppError('UNSUPPORTED_IMAGE', `This logo can't be used: ${error.reason}.`)
      }
      if (error instanceof WorkerLost) {
        throw new AppError('UNAVAILABLE', "The logo couldn't be processed. Please try again.", { retryAfterSeconds: 2 })
      }
      throw error
    }
  }

  return {
    get: async ({ userId }: Viewer): Promise<Studio> =>
      presentToOwner(await studios.find(userId), await planOf(userId)),

    /** On every plan, branding can be turned off, and what's stored can be sent again. */
    async change(viewer: Viewer, { isOn, ...change }: StudioChange) {
      const { allows } = await planOf(viewer.userId)
      const given = Object.entries(change).filter(([, value]) => value !== undefined)
      return update(viewer, (studio) => {
        const changed = { ...studio, ...Object.fromEntries(given), isOn: isOn ?? studio.isOn }
        const isTurnedOff = { ...studio, isOn: changed.isOn && studio.isOn }
        if (!allows.studio && !isDeepStrictEqual(changed, isTurnedOff)) throw notInPlan()
        return changed
      })
    },

    /** Call this before reading the file. */
    async expectLogo({ userId }: Viewer) {
      await requireAllowed(userId)
      await rateLimits.logos.takeOrThrow({ account: userId })
    },

    async setLogo(viewer: Viewer, theme: LogoTheme, path: string) {
      const png = await makeLogo(viewer.userId, path)
      const id = newId()
      return update(viewer, async (studio, tx) => {
        await tx.deleteLogo(viewer.userId, theme)
        await tx.insertLogo(id, viewer.userId, theme, png)
        return { ...studio, [logoField[theme]]: id }
      })
    },

    removeLogo: (viewer: Viewer, theme: LogoTheme) =>
      update(viewer, async (studio, tx) => {
        await tx.deleteLogo(viewer.userId, theme)
        return { ...studio, [logoField[theme]]: null }
      }),

    findShown,

    /** Returns an empty text if the gallery name was never set. */
    findGalleryName: async (userId: string) => (await studios.findNames(userId)).galleryName ?? '',

    /** For emails to visitors. Recipients didn't ask for all of them, so the name can't contain URLs. */
    async findEmailBrand(userId: string): Promise<EmailBrand | undefined> {
      const shown = await findShown(userId)
      if (!shown) return undefined
      const { name, accent, logoUrl, logoDarkUrl } = shown
      const origin = await originOf(userId)
      const toAbsolute = (path: string | null) => path && origin + path
      return { name: withoutUrls(name), accent, logoUrl: toAbsolute(logoUrl), logoDarkUrl: toAbsolute(logoDarkUrl) }
    },

    /** Returns the settings with the names of the logos' files, or undefined if nothing was ever set. */
    async findForExport(userId: string): Promise<{ studio: ExportedStudio; files: LogoFile[] } | undefined> {
      const { logo, logoDark, ...settings } = await studios.find(userId)
      if (!Object.values({ ...settings, logo, logoDark }).some(Boolean)) return undefined
      const logos = await studios.listLogos(userId)
      const files = Array.from(logos, ([theme, png]) => ({ theme, name: logoFiles[theme], png }))
      const fileOf = (theme: LogoTheme) => files.find((file) => file.theme === theme)?.name ?? null
      return { studio: { ...settings, logo: fileOf('light'), logoDark: fileOf('dark') }, files }
    },

    /** On a domain, there are only the logos of its owner. */
    async findLogo(id: string, domain?: OwnDomain) {
      const logo = await studios.findLogo(id)
      return logo && isServedOn(logo, { domain }) ? logo.png : undefined
    },
  }
}
/** `settings` is what a query on links reads with `ownerStudio`. */
export const studioOf = (settings: string | null, galleryName: string, plan: CatalogPlan | undefined) =>
  settings === null || !plan ? null : presentToVisitors(parseSettings(settings), galleryName, plan)

export const hasOwnName = (settings: string) => parseSettings(settings).name !== ''

export type StudioService = ReturnType<typeof createStudioService>

const notInPlan = () => new AppError('PLAN_FEATURE', 'Branding is available on the Plus and Gold plans.')
