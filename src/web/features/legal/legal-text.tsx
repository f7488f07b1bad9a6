import { type Chapter, Chapters } from '#web/ui/chapters.tsx'
import { Hero } from '#web/ui/hero.tsx'

type Props = { title: string; since: string; chapters: readonly Chapter[] }

/** A text that people agree to, with the day since which it says what it says. */
export const LegalText = ({ title, since, chapters }: Props) => (
  <div className="page">
    <title>{`${title} · Framelight`}</title>
    <Hero title={title} subtitle={`In force since ${since}.`} />
    <Chapters chapters={chapters} />
  </div>
)
