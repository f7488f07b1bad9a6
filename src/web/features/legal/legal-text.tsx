import type { ComponentProps } from 'react'
import { Article } from '#web/ui/article.tsx'
import { Hero } from '#web/ui/hero.tsx'

export const LegalText = ({ text, ...props }: ComponentProps<typeof Article>) => (
  <div className="page">
    <title>{`${text.title} · Framelight`}</title>
    <Hero title={text.title} subtitle={text.intro} />
    <Article text={text} {...props} />
  </div>
)
