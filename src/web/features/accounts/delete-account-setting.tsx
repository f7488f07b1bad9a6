import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { accountDeletion } from '#shared/account-forms.ts'
import { deleteAccount } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { count } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { forgetSession, useUser } from '#web/lib/session.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HiddenUsername, PasswordField } from '#web/ui/password-field.tsx'
import { Setting } from '#web/ui/setting.tsx'

export function DeleteAccountSetting() {
  const [isDeleting, setIsDeleting] = useState(false)
  const hasPassword = useQuery({ ...ownerQueries.signIn, enabled: isDeleting }).data?.hasPassword ?? true
  return (
    <Setting title="Delete account" sentence="This deletes all your links, images and comments, and can't be undone.">
      <Button kind="dangerQuiet" icon={Trash2} onClick={() => setIsDeleting(true)}>
        Delete account
      </Button>
      {isDeleting && (
        <DeleteAccountDialog key={String(hasPassword)} hasPassword={hasPassword} onClose={() => setIsDeleting(false)} />
      )}
    </Setting>
  )
}

function DeleteAccountDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { data: subscription } = useSubscription()
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: accountDeletion,
    defaults: hasPassword ? { password: '' } : {},
    fallback: "Your account couldn't be deleted. Nothing was removed. Try again in a moment.",
    submit: async (body) => {
      const { data } = await call(deleteAccount, { body })
      forgetSession()
      void notify('success', data.message)
    },
  })
  const isPaid = subscription?.currentPeriodEnd != null
  return (
    <Dialog title="Delete account" onClose={isSubmitting ? () => {} : onClose}>
      <div className="grid gap-3 text-ink-2">
        <p>
          {subscription?.usage.links
            ? `This deletes your account, ${count(subscription.usage.links, 'link')}, ${count(subscription.usage.images, 'image')} and their comments, and all comments you wrote elsewhere.`
            : 'This deletes your account, all your links, images and their comments, and all comments you wrote elsewhere.'}
        </p>
        {isPaid && <p>Your paid plan ends immediately. The rest of the month isn't refunded automatically.</p>}
        <p>This can't be undone.</p>
      </div>
      {refusal && <Notice tone="danger">{refusal}</Notice>}
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <HiddenUsername email={useUser()?.email} />
        {hasPassword && (
          <PasswordField
            label="Password"
            autoComplete="current-password"
            error={errorOf('password')}
            {...register('password')}
          />
        )}
        <DialogButtons>
          <Button onClick={onClose} disabled={isSubmitting}>
            Cancel
          </Button>
          <Button kind="danger" type="submit" busy={isSubmitting && 'Deleting'}>
            Delete account
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
