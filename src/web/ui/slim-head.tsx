import type { ReactNode } from 'react'
import './slim-head.css'

type Props = {
  children: ReactNode
  /** Elements with the class `slim-roomy` are hidden on narrow screens. */
  actions: ReactNode
  /** Set for a bar further down the page, which is a labeled section instead of the header. */
  label?: string
  /** The direction of the title. Actions are in English, so they're always left to right. */
  dir: 'ltr' | 'rtl'
}

export function SlimHead({ children, actions, label, dir }: Props) {
  const Element = label ? 'section' : 'header'
  return (
    <Element aria-label={label} className="slim bg-wall/94 backdrop-blur-md" dir={dir}>
      <div className="slim-left">{children}</div>
      <div className="slim-actions" dir="ltr">
        {actions}
      </div>
    </Element>
  )
}
