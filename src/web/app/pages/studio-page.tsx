import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { BrandingPanel } from '#web/features/studios/branding-panel.tsx'
import { DomainPanel } from '#web/features/studios/domain-panel.tsx'
import { PeoplePanel } from '#web/features/studios/people-panel.tsx'
import { Hero } from '#web/ui/hero.tsx'

const parts = [
  { href: '#branding', label: 'Branding' },
  { href: '#domain', label: 'Domain' },
  { href: '#people', label: 'People' },
]

export function StudioPage() {
  useScrollToPart()
  return (
    <div className="page">
      <title>Studio · Framelight</title>
      <Hero title="Studio" subtitle="Put your own name on galleries, password pages and emails.">
        <nav aria-label="Studio" className="flex gap-1 rounded-control border border-line bg-sunken p-1">
          {parts.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="inline-flex min-h-11 items-center rounded-small px-3.5 text-ink-2 text-ui hover:bg-surface hover:text-ink sm:min-h-9.5"
            >
              {label}
            </a>
          ))}
        </nav>
      </Hero>
      <BrandingPanel />
      <DomainPanel />
      <PeoplePanel />
    </div>
  )
}

/** The parts grow when they load, so this scrolls to the one in the URL only afterward. */
function useScrollToPart() {
  const { hash, key } = useLocation()
  const queryClient = useQueryClient()
  const isLoading = useIsFetching() > 0
  const shown = useRef('')
  useEffect(() => {
    // On the first render, the parts have just started to load.
    if (isLoading || queryClient.isFetching() > 0 || shown.current === key) return
    shown.current = key
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isLoading, queryClient, hash, key])
}
