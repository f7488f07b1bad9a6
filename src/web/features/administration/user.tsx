import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useParams } from 'react-router'
import type { AdministeredUser } from '#shared/administered-users.ts'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count, formatAgo, formatDay } from '#web/lib/formats.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { useFocusAfter } from '#web/lib/use-focus-after.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ForAdministrators } from './admin-frame.tsx'
import { AuthenticatorSetting, DisableAndDeleteSettings, LoginSetting } from './user-actions.tsx'
import { OwnLimits, PlanSetting } from './user-limits.tsx'

export function UserPage() {
  const { userId = '' } = useParams()
  return (
    <ForAdministrators>
      <div className="page">
        <div className="pt-[clamp(1.75rem,4vw,3.5rem)]">
          <BackLink to={pages.adminUsers}>Users</BackLink>
        </div>
        <User id={userId} />
      </div>
    </ForAdministrators>
  )
}

function User({ id }: { id: string }) {
  const { data: user, error, refetch } = useQuery(administrationQueries.user(id))
  useFocusAfter(user?.hasSecondFactor ?? false, () => document.getElementById('login')?.focus())
  if (!user && error) {
    return <Failure sentence={errorMessage(error, "Couldn't load the account.")} onRetry={() => void refetch()} />
  }
  if (!user) {
    return (
      <Loading label="Loading account">
        <Skeleton className="h-120" />
      </Loading>
    )
  }
  return (
    <>
      <Head user={user} />
      {user.disabledAt && (
        <div className="mb-8">
          <Notice tone="warn" icon={Ban}>
            Disabled on {formatDay(user.disabledAt)}
            {user.disabledReason && `: ${user.disabledReason}`}. This user can't log in, and their links show Link Not
            Found.
          </Notice>
        </div>
      )}
      <PlanSetting user={user} />
      <OwnLimits key={`${user.linkLimit} ${user.imageLimit} ${user.storageLimitGb}`} user={user} />
      <LoginSetting user={user} />
      {user.hasSecondFactor && <AuthenticatorSetting user={user} />}
      <DisableAndDeleteSettings user={user} />
    </>
  )
}

const Head = ({
  user: { name, email, createdAt, lastSeenAt, usage, isAdmin, isDisabled, isConfirmed },
}: {
  user: AdministeredUser
}) => (
  <header className="grid gap-3 pt-4 pb-8">
    <title>{`${name} · Framelight`}</title>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="wrap-anywhere text-title">{name}</h1>
      {isAdmin && <Badge>Administrator</Badge>}
      {isDisabled && (
        <Badge tone="danger" icon={Ban}>
          Disabled
        </Badge>
      )}
      {!isConfirmed && <Badge tone="warn">Not confirmed</Badge>}
    </div>
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3">
      <span className="wrap-anywhere">{email}</span>
      <span>Joined {formatDay(createdAt)}</span>
      {lastSeenAt && <span>Last seen {formatAgo(lastSeenAt)}</span>}
      <span>{count(usage.links, 'link')}</span>
      <span>{count(usage.images, 'image')}</span>
      <span>{formatStorage(usage.bytes)}</span>
    </p>
  </header>
)
