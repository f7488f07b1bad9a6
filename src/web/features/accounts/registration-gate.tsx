import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checkRegistrationInvitation } from '#shared/accounts.ts'
import { pages } from '#shared/pages.ts'
import { call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AuthLink } from './auth-layout.tsx'

type Props = { invitation: string; children: (email: string) => ReactNode }

export function RegistrationGate({ invitation, children }: Props) {
  // Administrators can change who can register while the app is open.
  const { data: config, isPending } = useQuery({ ...siteQueries.config, refetchOnMount: 'always' })
  const isAsked = invitation !== '' && config?.registration === 'invited'
  const { data: invited, isLoading } = useQuery({
    queryKey: [...queryKeys.config, 'invitation', invitation],
    queryFn: async () => (await call(checkRegistrationInvitation, { params: { token: invitation } })).data,
    enabled: isAsked,
  })
  if (isPending || isLoading) return <Spinner />
  if (!config || config.registration === 'open' || (isAsked && invited?.isValid)) return children(invited?.email ?? '')
  return (
    <>
      <Notice tone="info">
        {config.registration === 'closed'
          ? 'Registration is closed.'
          : invitation
            ? 'This invitation has been used or is more than seven days old. Ask for a new one.'
            : "Registration is by invitation only. Ask this site's administrator to invite you."}
      </Notice>
      <p className="text-ink-2 text-ui">
        Already registered? <AuthLink to={pages.login}>Login</AuthLink>
      </p>
    </>
  )
}
