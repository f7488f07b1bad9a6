import type { ReactNode } from 'react'

type Props = {
  title: string
  sentence: ReactNode
  notice?: ReactNode
  children?: ReactNode
  beside?: ReactNode
}

/** The text is a live region, so screen readers announce each step. */
export const ResultScreen = ({ title, sentence, notice, children, beside }: Props) => (
  <div className="page grid gap-10 py-[clamp(2rem,7vw,6rem)] lg:grid-cols-[1.4fr_1fr] lg:items-start lg:gap-24">
    <div className="grid justify-items-start gap-5">
      <div role="status" className="grid gap-5">
        <h1 className="text-title">{title}</h1>
        <div className="max-w-lead text-ink-2 text-lead">{sentence}</div>
      </div>
      {notice}
      {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
    </div>
    {beside}
  </div>
)
