import type { ReactNode } from 'react'
import { EmptyFrame } from './empty-frame.tsx'

type Props = {
  title: string
  sentence: ReactNode
  picture?: ReactNode
  children?: ReactNode
}

/** A full page for states like "not found" or "expired". */
export const StateScreen = ({ title, sentence, picture = <EmptyFrame />, children }: Props) => (
  <div className="page grid items-center gap-10 py-[clamp(2rem,7vw,6rem)] sm:grid-cols-2 lg:gap-24">
    <div
      className="rounded-print border border-line bg-surface p-[clamp(1.25rem,5%,2.5rem)] shadow-print"
      aria-hidden="true"
    >
      {picture}
    </div>
    <div className="grid justify-items-start gap-5">
      <h1 className="text-title">{title}</h1>
      <p className="max-w-lead text-ink-2 text-lead">{sentence}</p>
      {children}
    </div>
  </div>
)
