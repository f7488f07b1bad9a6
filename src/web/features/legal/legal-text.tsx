import { Article, type ArticleSection } from '#web/ui/article.tsx'
import { Hero } from '#web/ui/hero.tsx'

type Props = { title: string; since: string; sections: readonly ArticleSection[] }

/** A text that people agree to, with the day since which it says what it says. */
export const LegalText = ({ title, since, sections }: Props) => (
  <div className="page">
    <title>{`${title} · Framelight`}</title>
    <Hero title={title} subtitle={`In force since ${since}.`} />
    <Article sections={sections} />
  </div>
)
