import { Link, useLocation } from 'react-router'
import { segmentStyle } from './segment-style.ts'

type Tab = {
  /** The path of a page, or the hash of a section. Without a hash in the URL, the first section is current. */
  to: string
  label: string
}

export function PageTabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const { pathname, hash } = useLocation()
  const current = tabs[0].to.startsWith('#') ? hash || tabs[0].to : pathname.replace(/\/$/, '')
  return (
    <nav aria-label={label} className={`${segmentStyle.track} max-sm:w-full`}>
      {tabs.map(({ to, label: word }) => (
        <Link
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          className={`${segmentStyle.option} no-underline hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-control`}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}
