import type { ReactNode } from 'react'

type Props = { back?: ReactNode; title: string; sentence?: ReactNode; children?: ReactNode }

export const PageHead = ({ back, title, sentence, children }: Props) => (
  <header className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-8">
    {back}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
      <div>
        <h1 className="text-title">{title}</h1>
        {sentence && <p className="mt-2 text-ink-2">{sentence}</p>}
      </div>
      {children}
    </div>
  </header>
)
