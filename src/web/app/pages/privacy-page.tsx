import { LegalText } from '#web/features/legal/legal-text.tsx'
import { privacy } from '#web/features/legal/privacy.tsx'

export const PrivacyPage = () => (
  <>
    <title>Privacy Policy · Framelight</title>
    <LegalText title="Privacy Policy" since="15 November 2026" chapters={privacy} />
  </>
)
