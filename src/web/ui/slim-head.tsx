import type { ReactNode } from 'react'
import './slim-head.css'

type Props = {
  children: ReactNode
  /** Elements with the class `slim-roomy` are hidden on narrow screens. */
  actions: ReactNode
  /** Set for a bar further down the page, which is a labeled section instead of the header. */
  label?: string
}

export function SlimHead({ children, actions, label }: Props) {
  const Element = label ? 'section' : 'header'
  return (
    <Element aria-label={label} className="slim bg-wall/94 backdrop-blur-md">
      <div className="slim-left">{children}</div>
      <div className="slim-actions">{actions}</div>
    </Element>
  )
}
