import { LegalText } from '#web/features/legal/legal-text.tsx'
import { terms } from '#web/features/legal/terms.tsx'

export const TermsPage = () => (
  <>
    <title>Terms &amp; Conditions · Framelight</title>
    <LegalText title="Terms & Conditions" since="15 November 2026" chapters={terms} />
  </>
)
