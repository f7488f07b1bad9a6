import type { ReactNode } from 'react'
import type { Link } from '#shared/links.ts'
import { BackToLink } from '#web/ui/back-to-link.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = { title: string; link: Link | undefined; sentence?: string | undefined; children?: ReactNode }

export const LinkPageHead = ({ title, link, sentence, children }: Props) => (
  <PageHead back={link && <BackToLink link={link} />} title={title} sentence={sentence}>
    <div className="flex flex-wrap gap-3">{children}</div>
  </PageHead>
)
