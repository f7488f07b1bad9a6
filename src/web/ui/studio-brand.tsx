import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { ShownStudio } from '#shared/studio.ts'

/** These rules are only for pages with a studio, so the stylesheet doesn't contain them. */
const dark = ':root:not([data-theme=light])'
const rules = `.studio-logo{display:inline-flex;align-items:center;min-height:2.75rem;max-width:100%;font-weight:500}
.studio-logo span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.studio-logo img{height:1.875rem;width:auto;max-width:min(100%,14rem);object-fit:contain;object-position:left}
.site-pages{display:none}
.studio-line{display:flex;align-items:center;height:var(--site-line);padding-inline:var(--gutter)}
.studio-foot{padding-bottom:1rem}
@media(min-width:52rem){.studio-logo img{height:2.125rem}}
.on-dark,:root[data-theme=dark] .on-light{display:none!important}
:root[data-theme=dark] .on-dark{display:inline!important}
@media(prefers-color-scheme:dark){${dark} .on-light{display:none!important}${dark} .on-dark{display:inline!important}}`

const accentRules = ({ light, dark }: NonNullable<ShownStudio['accent']>) =>
  `--color-accent:light-dark(${light},${dark});--color-on-accent:light-dark(#fff,#141414);` +
  '--color-accent-hover:color-mix(in srgb,var(--color-accent) 85%,light-dark(#000,#fff));' +
  '--color-accent-soft:color-mix(in srgb,var(--color-accent) 12%,var(--color-surface));' +
  '--color-primary:var(--color-accent);--color-primary-hover:var(--color-accent-hover);' +
  '--color-on-primary:var(--color-on-accent)'

type Studio = { studio: ShownStudio }

/** Replaces the accent color of the whole page. With `hasLine`, the studio's logo has a line of its own at the top. */
export const StudioStyle = ({ studio: { accent }, hasLine = false }: Studio & { hasLine?: boolean }) => (
  <style>{`:root{--site-line:${hasLine ? '3.5rem' : '0rem'};${accent ? accentRules(accent) : ''}}${rules}`}</style>
)

/** Without a dark logo, the light one is used everywhere. Without a light one, light pages show the name. */
export function StudioLogo({ studio: { name, website, logoUrl, logoDarkUrl } }: Studio) {
  const hasBoth = logoUrl !== null && logoDarkUrl !== null
  const content = (
    <>
      {logoUrl ? (
        <img className={logoDarkUrl ? 'on-light' : undefined} src={logoUrl} alt={name} height={30} />
      ) : (
        <span className={logoDarkUrl ? 'on-light' : undefined}>
          <bdi>{name}</bdi>
        </span>
      )}
      {/* Lazy, so browsers only load the visible one. */}
      {logoDarkUrl && (
        <img className="on-dark" src={logoDarkUrl} alt={name} height={30} loading={hasBoth ? 'lazy' : undefined} />
      )}
    </>
  )
  if (!website) return <p className="studio-logo">{content}</p>
  return (
    <a className="studio-logo" href={website} rel="noopener nofollow">
      {content}
    </a>
  )
}

export const withoutScheme = (website: string) => website.replace(/^https?:\/\//i, '').replace(/\/$/, '')

export const StudioFoot = ({ studio: { line, website, poweredBy } }: Studio) =>
  line || website || poweredBy ? (
    <div className="studio-foot grid justify-items-center gap-2 px-(--gutter) text-center wrap-anywhere">
      {line && (
        <p>
          <bdi>{line}</bdi>
        </p>
      )}
      {website && (
        <p>
          <a className="link" href={website} rel="noopener nofollow">
            {withoutScheme(website)}
          </a>
        </p>
      )}
      {poweredBy && (
        <p className="text-caption text-ink-3">
          Powered by{' '}
          <Link className="underline hover:text-ink" to={pages.home}>
            Framelight
          </Link>
        </p>
      )}
    </div>
  ) : null
