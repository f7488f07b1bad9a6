import type { OidcError } from '#shared/oidc.ts'
import { Notice } from '#web/ui/notice.tsx'

const sentences: Record<OidcError, (name: string) => string> = {
  denied: (name) => `${name} didn't let you in. Try again, or log in another way.`,
  failed: (name) => `We couldn't log you in with ${name}. Try again, or log in another way.`,
  unverified: (name) => `${name} hasn't verified your email address. Verify it there, then try again.`,
  closed: () => "There's no account for you here yet. Ask this site's administrator to invite you.",
}

/** After the provider has sent the browser back without a code. */
export default function OidcProblem({ error, name }: { error: OidcError; name: string }) {
  const sentence = sentences[error]?.(name)
  return sentence && <Notice tone="danger">{sentence}</Notice>
}
