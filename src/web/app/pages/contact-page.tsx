import { ContactPanel } from '#web/features/contact/contact-panel.tsx'
import { SupportFacts } from '#web/features/contact/support-facts.tsx'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Hero } from '#web/ui/hero.tsx'

export function ContactPage() {
  const questions = useSellsPlans() ? 'Questions, problems or refunds?' : 'Questions or problems?'
  return (
    <div className="page">
      <title>Contact · Framelight</title>
      <Hero title="Contact" subtitle={`${questions} Send us a message, and a real person will reply.`} />
      <div className="grid gap-12 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-24">
        <ContactPanel />
        <SupportFacts />
      </div>
    </div>
  )
}
