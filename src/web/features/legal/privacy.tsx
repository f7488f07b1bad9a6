import { LegalText } from './legal-text.tsx'
import privacy from './privacy.md'

export const PrivacyPage = () => <LegalText text={privacy} />
