import type { ReactNode } from 'react'
import './slim-head.css'

type Props = {
  /** What it is about: whose pictures these are. */
  children: ReactNode
  /** What can be done: Share, the menu; of class `slim-roomy` what stands here on wide screens alone. */
  actions: ReactNode
  /** Where it does not stand at the top: the name that this part of the page goes by. */
  label?: string
}

/** The head of what recipients see: their host's name instead of ours, and one menu. It sticks to the top. */
export function SlimHead({ children, actions, label }: Props) {
  const Element = label ? 'section' : 'header'
  return (
    <Element aria-label={label} className="slim bg-wall/94 backdrop-blur-md">
      <div className="slim-left">{children}</div>
      <div className="slim-actions">{actions}</div>
    </Element>
  )
}
