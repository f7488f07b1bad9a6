import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getPasskeyLoginOptions, reauthenticate, type SignIn } from '#shared/sign-in.ts'
import { proofOfIdentity } from '#shared/sign-in-forms.ts'
import { call, reauthentication } from '#web/lib/api.ts'
import { canUsePasskeys } from '#web/lib/can-use-passkeys.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { answerWithPasskey, isDismissed } from '#web/lib/passkeys.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useUser } from '#web/lib/session.ts'
import { useLoginWays } from '#web/lib/use-login-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OrLine } from '#web/ui/or-line.tsx'
import { HiddenUsername, PasswordField } from '#web/ui/password-field.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CodeField } from './code-field.tsx'
import { ConfirmWithOidc } from './confirm-with-oidc.tsx'

/** On a page with this, calls that need a recent session open a dialog and are then repeated. */
export function ConfirmItsYou() {
  const [isOpen, setIsOpen] = useState(false)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])
  const queryClient = useQueryClient()

  const finish = (isConfirmed: boolean) => {
    setIsOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed)
    if (isConfirmed) void queryClient.invalidateQueries({ queryKey: queryKeys.signIn })
  }

  useEffect(() => {
    reauthentication.ask = () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setIsOpen(true)
      })
    return () => {
      reauthentication.ask = undefined
    }
  }, [])

  return isOpen ? <ConfirmItsYouDialog onDone={() => finish(true)} onClose={() => finish(false)} /> : null
}

type Props = { onDone: () => void; onClose: () => void }

function ConfirmItsYouDialog({ onDone, onClose }: Props) {
  const { data: signIn, error, refetch } = useQuery(ownerQueries.signIn)
  return (
    <Dialog title="Confirm it's you" onClose={onClose}>
      <p className="text-ink-2">For your safety, we ask again before this change.</p>
      {error ? (
        <Failure sentence={thrownMessage(error, "Couldn't load your ways to log in.")} onRetry={() => void refetch()} />
      ) : signIn ? (
        <Ways signIn={signIn} onDone={onDone} onClose={onClose} />
      ) : (
        <Loading label="Loading your ways to log in">
          <Skeleton className="h-32 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

function Ways({ signIn, onDone, onClose }: Props & { signIn: SignIn }) {
  const { oidc } = useLoginWays()
  const oidcName = signIn.identities.length > 0 ? oidc?.name : undefined
  const hasPasskey = signIn.passkeys.length > 0 && canUsePasskeys()
  const hasOther = hasPasskey || oidcName !== undefined
  return (
    <div className="grid gap-4">
      {hasPasskey && <PasskeyWay onDone={onDone} />}
      {oidcName !== undefined && <ConfirmWithOidc name={oidcName} onDone={onDone} />}
      {hasOther && signIn.hasPassword && <OrLine />}
      {signIn.hasPassword ? (
        <PasswordWay isOnly={!hasOther} needsCode={signIn.secondFactor.isOn} onDone={onDone} onClose={onClose} />
      ) : (
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
        </DialogButtons>
      )}
    </div>
  )
}

function PasskeyWay({ onDone }: { onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setIsBusy(true)
    setFailure('')
    try {
      const { data } = await call(getPasskeyLoginOptions)
      await call(reauthenticate, { body: { response: await answerWithPasskey(data) } })
      onDone()
    } catch (error) {
      if (!isDismissed(error)) setFailure(thrownMessage(error, "That passkey didn't work. Try again."))
      setIsBusy(false)
    }
  }

  return (
    <>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <Button icon={KeyRound} busy={isBusy && "Follow your device's prompt"} onClick={() => void confirm()}>
        Use a passkey
      </Button>
    </>
  )
}

function PasswordWay({ isOnly, needsCode, onDone, onClose }: Props & { isOnly: boolean; needsCode: boolean }) {
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: proofOfIdentity,
    defaults: { password: '', code: '' },
    fallback: "We couldn't confirm it's you. Try again in a moment.",
    submit: async ({ password, code }) => {
      await call(reauthenticate, { body: { password, code } })
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <HiddenUsername email={useUser()?.email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        // The dialog opens before the ways are known, so it can't focus the field itself.
        autoFocus={isOnly}
        error={errorOf('password')}
        {...register('password')}
      />
      {needsCode && (
        <CodeField label="Code from your authenticator app" error={errorOf('code')} {...register('code')} />
      )}
      <DialogButtons>
        <Button onClick={onClose} disabled={isSubmitting}>
          Cancel
        </Button>
        <Button kind="primary" type="submit" busy={isSubmitting && 'Confirming'}>
          Confirm
        </Button>
      </DialogButtons>
    </form>
  )
}
