import type { ReactNode } from 'react'
import { EmptyFrame } from './empty-frame.tsx'

type Props = {
  title: string
  sentence: ReactNode
  picture?: ReactNode
  children?: ReactNode
}

export const FramedPicture = ({ children = <EmptyFrame /> }: { children?: ReactNode }) => (
  <div
    className="rounded-print border border-line bg-surface p-[clamp(0.75rem,5%,2.5rem)] shadow-print [@media(max-height:30rem)]:max-w-88 max-sm:w-48"
    aria-hidden="true"
  >
    {children}
  </div>
)

/** A full page for states like "not found" or "expired". */
export const StateScreen = ({ title, sentence, picture, children }: Props) => (
  <div className="page grid items-center gap-8 py-[clamp(2rem,7vw,6rem)] [@media(max-height:30rem)]:py-4 sm:grid-cols-2 sm:gap-10 lg:gap-24">
    <FramedPicture>{picture}</FramedPicture>
    <div className="grid justify-items-start gap-5 [@media(max-height:30rem)]:gap-4">
      <h1 className="text-title">{title}</h1>
      <p className="max-w-lead text-ink-2 text-lead">{sentence}</p>
      {children}
    </div>
  </div>
)
