import type { ReactNode } from 'react'

type Props = { id: string; title: string; sentence?: ReactNode; children?: ReactNode }

/** A part of the page that its menu links to. */
export const StudioPanel = ({ id, title, sentence, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 border-line border-t py-10">
    <h2 id={`${id}-title`} className="text-heading">
      {title}
    </h2>
    {sentence && <p className="mt-1.5 max-w-lead text-ink-2">{sentence}</p>}
    {children && <div className="mt-8">{children}</div>}
  </section>
)
