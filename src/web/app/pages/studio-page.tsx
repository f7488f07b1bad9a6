import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { BrandingPanel } from '#web/features/studios/branding-panel.tsx'
import { DomainPanel } from '#web/features/studios/domain-panel.tsx'
import { PeoplePanel } from '#web/features/studios/people-panel.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'

const parts = [
  { to: '#branding', label: 'Branding' },
  { to: '#domain', label: 'Domain' },
  { to: '#people', label: 'People' },
] as const

export function StudioPage() {
  useScrollToPart()
  return (
    <div className="page">
      <title>Studio · Framelight</title>
      <Hero title="Studio" subtitle="Put your own name on galleries, password pages and emails.">
        <PageTabs label="Studio" tabs={parts} />
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
