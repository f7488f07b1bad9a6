import { passCookie } from '#shared/passes.ts'
import cookiePolicy from './cookie-policy.md'
import { LegalText } from './legal-text.tsx'

const components = { PassCookie: () => passCookie }

export const CookiePolicyPage = () => <LegalText text={cookiePolicy} components={components} />
