import type { ReactNode } from 'react'

type Props = { title: string; subtitle?: ReactNode; children?: ReactNode }

export const Hero = ({ title, subtitle, children }: Props) => (
  <header
    className={`grid gap-x-16 gap-y-6 lg:grid-cols-[1.55fr_1fr] lg:items-center ${children ? 'pt-[clamp(1.75rem,4vw,3.5rem)] pb-10' : 'py-[clamp(2rem,5vw,4.5rem)]'}`}
  >
    <div className="grid gap-4">
      <h1 className="text-title">{title}</h1>
      {subtitle && <p className="max-w-lead text-ink-2 text-lead">{subtitle}</p>}
    </div>
    {children && <div className="flex flex-wrap gap-3 lg:justify-end">{children}</div>}
  </header>
)
