import type { ReactNode } from 'react'
import type { Link } from '#shared/links.ts'
import { BackToLink } from '#web/ui/back-to-link.tsx'

type Props = { title: string; link: Link | undefined; sentence?: string; children?: ReactNode }

export const LinkPageHead = ({ title, link, sentence, children }: Props) => (
  <header className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-8">
    {link && <BackToLink link={link} />}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
      <div>
        <h1 className="text-title">{title}</h1>
        {sentence && <p className="mt-2 text-ink-2">{sentence}</p>}
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  </header>
)
