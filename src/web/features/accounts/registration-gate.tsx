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

/** The form, or why there is none: registration is closed, or by an invitation that is not there any more. */
export function RegistrationGate({ invitation, children }: Props) {
  const { data: config, isPending } = useQuery(siteQueries.config)
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
          ? 'Nobody can make an account here at the moment.'
          : invitation
            ? 'This invitation was used already, or its seven days are over. Ask for a new one.'
            : 'An account can be made here by invitation only. Ask whoever runs this server.'}
      </Notice>
      <p className="text-ink-2 text-ui">
        Already registered? <AuthLink to={pages.login}>Login</AuthLink>
      </p>
    </>
  )
}
