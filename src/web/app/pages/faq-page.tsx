import { Faq } from '#web/features/help/faq.tsx'
import { Hero } from '#web/ui/hero.tsx'

export const FaqPage = () => (
  <div className="page">
    <title>FAQ · Framelight</title>
    <Hero title="Frequently asked questions" />
    <Faq />
  </div>
)
