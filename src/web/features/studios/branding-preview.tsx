import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import type { Image } from '#shared/images.ts'
import type { ShownStudio } from '#shared/studio.ts'
import { count } from '#web/lib/formats.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Segment } from '#web/ui/segment.tsx'
import { withoutScheme } from '#web/ui/studio-brand.tsx'

type Part = 'gallery' | 'gate' | 'email'
type Theme = 'light' | 'dark'
type Shown = { studio: ShownStudio; theme: Theme }
/** The gallery in the preview. */
type Sample = { title: string; imageCount: number; images: readonly Image[] }
type WithSample = Shown & { sample: Sample }

const parts = [
  { value: 'gallery', label: 'Gallery' },
  { value: 'gate', label: 'Password' },
  { value: 'email', label: 'Email' },
] as const

export function BrandingPreview({ studio }: { studio: ShownStudio }) {
  const [part, setPart] = useState<Part>('gallery')
  const sample = useSample()
  const sellsPlans = useSellsPlans()
  return (
    <section aria-labelledby="branding-preview" className="grid gap-4 lg:sticky lg:top-22">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="branding-preview" className="text-subhead">
          Preview
        </h3>
        <Segment label="What to preview" options={parts} value={part} onChange={setPart} />
      </div>
      <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2">
        <Pane part={part} studio={studio} theme="light" sample={sample} />
        <Pane part={part} studio={studio} theme="dark" sample={sample} />
      </div>
      <p className="text-caption text-ink-3">
        Visitors see light or dark, depending on their device.
        {studio.poweredBy && sellsPlans && ' On Gold, “Powered by Framelight” goes away.'}
      </p>
    </section>
  )
}

/**
 * Shows the owner's largest gallery, or one that we made up. The list of links only has a few images of each gallery, so
 * other galleries fill the remaining places. Loading the largest one could mean loading thousands of images.
 */
function useSample(): Sample {
  const { data: links = [] } = useQuery(ownerQueries.links)
  const [largest, ...others] = links
    .filter(({ coverImage }) => coverImage)
    .toSorted((one, other) => other.imageCount - one.imageCount)
  if (!largest) return { title: 'Anna & Tom', imageCount: 64, images: [] }
  const images = [largest, ...others].flatMap((link) => link.images)
  return { title: largest.title, imageCount: largest.imageCount, images }
}

/** The colors of both themes, because each pane has its own. */
const colors = {
  light: { wall: '#fcfcfc', surface: '#ffffff', line: '#e3e3e3', control: '#858585' },
  dark: { wall: '#121212', surface: '#1a1a1a', line: '#2e2e2e', control: '#787878' },
}
const inks = {
  light: { ink: '#161616', ink2: '#4d4d4d', ink3: '#666666', onInk: '#ffffff' },
  dark: { ink: '#f0f0f0', ink2: '#bababa', ink3: '#999999', onInk: '#141414' },
}

const Pane = ({ part, studio, theme, sample }: WithSample & { part: Part }) => (
  <figure className="grid min-w-0 grid-rows-[auto_1fr] gap-2">
    <figcaption className="text-caption text-ink-3">{theme === 'light' ? 'Light' : 'Dark'}</figcaption>
    <div
      className="grid min-h-120 grid-rows-[auto_1fr_auto] overflow-hidden rounded-card border text-ui"
      style={{ background: colors[theme].wall, borderColor: colors[theme].line, color: inks[theme].ink }}
    >
      <div className="flex min-h-14 items-center justify-between gap-4 px-4">
        <Logo studio={studio} theme={theme} />
        {part === 'gallery' && <Share2 size={18} strokeWidth={1.75} className="shrink-0" />}
      </div>
      {part === 'gallery' && <GalleryPart studio={studio} theme={theme} sample={sample} />}
      {part === 'gate' && <GatePart studio={studio} theme={theme} />}
      {part === 'email' && <EmailPart studio={studio} theme={theme} sample={sample} />}
      {part === 'email' ? <div /> : <Foot studio={studio} theme={theme} />}
    </div>
  </figure>
)

/** The same rule as on the pages: a missing dark logo is replaced by the light one, a missing light one by the name. */
function Logo({ studio: { name, logoUrl, logoDarkUrl }, theme }: Shown) {
  const url = theme === 'dark' ? (logoDarkUrl ?? logoUrl) : logoUrl
  if (url) return <img src={url} alt="" className="h-7 max-w-full object-contain object-left" />
  return <b className="truncate font-medium">{name}</b>
}

const buttonColors = ({ accent }: ShownStudio, theme: Theme): CSSProperties => ({
  background: accent?.[theme] ?? inks[theme].ink,
  color: inks[theme].onInk,
})

const FakeButton = ({ studio, theme, label }: Shown & { label: string }) => (
  <span
    className="grid min-h-11 place-items-center rounded-control px-4.5 font-medium"
    style={buttonColors(studio, theme)}
  >
    {label}
  </span>
)

const heading = 'wrap-anywhere font-medium text-[1.75rem] leading-[1.1] tracking-[-0.03em]'
/** The width and color of each sample photo. The owner's own are shown over it. */
const photos = [
  ['1.6', '#9c938a'],
  ['1.5', '#d0ac85'],
  ['0.8', '#919fa2'],
  ['1.5', '#b6a771'],
  ['1', '#b0b5bb'],
  ['1.5', '#c0a371'],
] as const

const Photo = ({ image }: { image: Image | undefined }) =>
  image && <img src={image.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />

const GalleryPart = ({ studio, theme, sample }: WithSample) => (
  <div>
    <div className="px-4 pt-1 pb-4">
      <p className={`line-clamp-2 ${heading}`}>{sample.title}</p>
      <p className="mt-1.5 text-caption" style={{ color: inks[theme].ink3 }}>
        {count(sample.imageCount, 'photo')}
      </p>
    </div>
    <div className="flex flex-wrap gap-[3px] px-[3px]">
      {photos.map(([ratio, color], index) => (
        <span
          key={color}
          className="h-20 overflow-hidden rounded-print"
          style={{ background: color, flex: `${ratio} 1 ${Number(ratio) * 4}rem` }}
        >
          <Photo image={sample.images[index]} />
        </span>
      ))}
    </div>
    <div className="p-4">
      <FakeButton studio={studio} theme={theme} label="Send 12 favorites" />
    </div>
  </div>
)

const GatePart = ({ studio, theme }: Shown) => (
  <div className="grid content-center gap-3.5 p-4">
    <p className={heading}>Enter the password</p>
    <p className="wrap-anywhere" style={{ color: inks[theme].ink2 }}>
      {studio.name || 'Someone'} has shared photos with you. The password came with the link.
    </p>
    <div
      className="min-h-11 rounded-control border"
      style={{ background: colors[theme].surface, borderColor: colors[theme].control }}
    />
    <FakeButton studio={studio} theme={theme} label="Open the gallery" />
  </div>
)

const EmailPart = ({ studio, theme, sample }: WithSample) => (
  <div className="grid content-start gap-3.5 px-4 pb-4">
    <span className="aspect-3/2 overflow-hidden rounded-print bg-[#a99f58]">
      <Photo image={sample.images[0]} />
    </span>
    <p className="line-clamp-2 font-medium text-subhead wrap-anywhere">{sample.title}</p>
    <p className="wrap-anywhere" style={{ color: inks[theme].ink2 }}>
      {studio.name || 'Someone'} has shared {count(sample.imageCount, 'photo')} with you.
    </p>
    <span className="justify-self-start">
      <FakeButton studio={studio} theme={theme} label="Open the gallery" />
    </span>
  </div>
)

const Foot = ({ studio: { line, website, poweredBy, accent }, theme }: Shown) => (
  <div
    className="wrap-anywhere grid justify-items-center gap-0.5 p-4 text-center text-caption"
    style={{ color: inks[theme].ink3 }}
  >
    {line && <p style={{ color: inks[theme].ink2 }}>{line}</p>}
    {website && (
      <p className="underline" style={{ color: accent?.[theme] ?? (theme === 'light' ? '#0b5a85' : '#82c3ea') }}>
        {withoutScheme(website)}
      </p>
    )}
    {poweredBy && <p>Powered by Framelight</p>}
  </div>
)
