import { cookiePolicy } from '#web/features/legal/cookie-policy.tsx'
import { LegalText } from '#web/features/legal/legal-text.tsx'

export const CookiePolicyPage = () => (
  <>
    <title>Cookie Policy · Framelight</title>
    <LegalText title="Cookie Policy" since="15 November 2026" chapters={cookiePolicy} />
  </>
)
