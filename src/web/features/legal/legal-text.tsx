import { Article, type ArticleSection } from '#web/ui/article.tsx'
import { Hero } from '#web/ui/hero.tsx'

type Props = { title: string; since: string; sections: readonly ArticleSection[] }

export const LegalText = ({ title, since, sections }: Props) => (
  <div className="page">
    <title>{`${title} · Framelight`}</title>
    <Hero title={title} subtitle={`Effective ${since}.`} />
    <Article sections={sections} />
  </div>
)
