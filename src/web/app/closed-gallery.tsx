import { ClosedLink } from '#web/features/links/gallery/closed-link.tsx'
import type { Refusal } from '#web/lib/refusal.ts'
import { SlimHead } from '#web/ui/slim-head.tsx'
import { StudioFoot, StudioLogo, StudioStyle } from '#web/ui/studio-brand.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { Page } from './page.tsx'

/** A closed gallery, or an image of it. The password form and expired galleries show the owner's branding. */
export function ClosedGallery({ closed, noun = 'Link' }: { closed: Refusal; noun?: 'Link' | 'Image' }) {
  const { studio } = closed
  const page = <ClosedLink closed={closed} noun={noun} />
  if (!studio) return <Page>{page}</Page>
  return (
    <Page
      head={
        <SlimHead dir="ltr" actions={<NavigationMenu isBranded />}>
          <StudioLogo studio={studio} />
        </SlimHead>
      }
    >
      <StudioStyle studio={studio} />
      {page}
      <StudioFoot studio={studio} />
    </Page>
  )
}
