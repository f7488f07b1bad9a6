import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import {
  acceptCollaboration,
  type CollaborationOffer,
  declineCollaboration,
  getCollaborationOffer,
} from '#shared/collaborators.ts'
import { pages } from '#shared/pages.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { endSession, useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { StateScreen } from '#web/ui/state-screen.tsx'

export function CollaboratePage() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.collaborationOffer(token),
    queryFn: async ({ signal }) => (await call(getCollaborationOffer, { params: { token }, signal })).data,
    retry: (count, failure) => !(failure instanceof ApiError) && count < 2,
  })
  return (
    <>
      <title>Invitation · Framelight</title>
      {data ? (
        <Offer token={token} offer={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <StateScreen
          title="This invitation no longer works"
          sentence="It may have been used, withdrawn or expired. Ask for a new one."
        />
      ) : error ? (
        <div className="page">
          <Failure
            sentence={errorMessage(error, "Couldn't load the invitation. Please try again.")}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <Spinner />
      )}
    </>
  )
}

const roles = {
  editor: { label: 'Editor', can: 'Add, arrange and delete images' },
  uploader: { label: 'Uploader', can: 'Add images, copy the link' },
}

function Offer({ token, offer: { owner, role, link } }: { token: string; offer: CollaborationOffer }) {
  const [isDeclined, setIsDeclined] = useState(false)
  const session = useSession()
  if (isDeclined) {
    return <StateScreen title="Invitation declined" sentence={`${owner.name} can invite you again.`} />
  }
  const decline = <Decline token={token} onDeclined={() => setIsDeclined(true)} />
  const facts = [
    ['Gallery', link?.title ?? 'All of their galleries'],
    ['Your role', roles[role].label],
    ['You can', roles[role].can],
  ] as const
  return (
    <StateScreen
      title={`${owner.name} invites you to help`}
      sentence={`You'll see ${link ? 'this gallery' : 'their galleries'} on your dashboard, next to your own.`}
    >
      <dl className="w-full max-w-104 border-line border-y py-3">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6 py-1 text-ui">
            <dt className="text-ink-2">{name}</dt>
            <dd dir="auto" className="text-right wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {session.status === 'signed-in' && (
        <Answer token={token} email={session.user.email}>
          {decline}
        </Answer>
      )}
      {session.status === 'signed-out' && <LoginFirst>{decline}</LoginFirst>}
    </StateScreen>
  )
}

/** The call needs no session, because the token proves who was invited. */
function Decline({ token, onDeclined }: { token: string; onDeclined: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const decline = async () => {
    setIsBusy(true)
    try {
      await call(declineCollaboration, { params: { token } })
      onDeclined()
    } catch (error) {
      await notify('error', errorMessage(error, failed))
      setIsBusy(false)
    }
  }
  return (
    <Button kind="ghost" busy={isBusy && 'Declining…'} onClick={() => void decline()}>
      Decline
    </Button>
  )
}

const failed = "That didn't work. Please try again."

function LoginFirst({ children }: { children: ReactNode }) {
  const state = { from: useLocation().pathname }
  return (
    <>
      <p className="text-ink-2 text-ui">To accept, log in or register with the email address that was invited.</p>
      <div className="flex flex-wrap gap-3">
        <Link className={buttonStyle.primary} to={pages.login} state={state}>
          Login
        </Link>
        <Link className={buttonStyle.plain} to={pages.register} state={state}>
          Register
        </Link>
        {children}
      </div>
    </>
  )
}

function Answer({ token, email, children }: { token: string; email: string; children: ReactNode }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isWrongAccount = failure instanceof ApiError && failure.code === 'FORBIDDEN'

  const accept = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await call(acceptCollaboration, { params: { token } })
      await queryClient.invalidateQueries({ queryKey: queryKeys.sharedLinks })
      await notify('success', "You're in")
      await navigate(pages.dashboard)
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
  }
  const switchAccount = async () => {
    await endSession()
    await navigate(pages.login, { state: { from: pathname } })
  }

  return (
    <>
      {isWrongAccount ? (
        <Notice tone="warn">You're logged in as {email}, but the invitation is for another email address.</Notice>
      ) : (
        failure !== undefined && <Notice tone="danger">{errorMessage(failure, failed)}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {isWrongAccount ? (
          <Button kind="primary" onClick={() => void switchAccount()}>
            Switch account
          </Button>
        ) : (
          <Button kind="primary" busy={isBusy && 'Accepting…'} onClick={() => void accept()}>
            Accept
          </Button>
        )}
        {children}
      </div>
    </>
  )
}
