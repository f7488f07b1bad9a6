import { accentShown } from '#shared/accent.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { ShownStudio, Studio } from '#shared/studio.ts'
import type { StudioRecord, StudioSettings } from './studios.repository.ts'

const logoUrl = (id: string) => `/logos/${id}.png`

function shownFields({ line, website, accent, logo, logoDark }: StudioSettings) {
  return {
    line,
    website,
    accentShown: accent === null ? null : accentShown(accent),
    logoUrl: logo === null ? null : logoUrl(logo),
    logoDarkUrl: logoDark === null ? null : logoUrl(logoDark),
  }
}

/** What visitors see. The studio of a plan without branding is kept, but not shown. */
export function presentToVisitors(
  settings: StudioSettings | null,
  galleryName: string,
  { allows }: CatalogPlan,
): ShownStudio | null {
  if (settings === null || !allows.studio) return null
  const { accentShown: accent, ...fields } = shownFields(settings)
  return { name: settings.name || galleryName, ...fields, accent, poweredBy: allows.brandingLine }
}

export const presentToOwner = (studio: StudioRecord, { allows }: CatalogPlan): Studio => ({
  isOn: studio.isOn,
  name: studio.name,
  accent: studio.accent,
  ...shownFields(studio),
  isAllowed: allows.studio,
  poweredBy: allows.brandingLine,
})
