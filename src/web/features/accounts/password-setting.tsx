import { useQueryClient } from '@tanstack/react-query'
import { confirmedPasswordChange } from '#shared/account-forms.ts'
import { updatePassword } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HiddenUsername, PasswordField } from '#web/ui/password-field.tsx'
import { Setting } from '#web/ui/setting.tsx'

export function PasswordSetting() {
  const queryClient = useQueryClient()
  const { register, reset, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: confirmedPasswordChange,
    defaults: { currentPassword: '', newPassword: '', confirmPassword: '' },
    fallback: 'An error occurred while changing password',
    fallbackForUnreadable: 'Failed to change password',
    submit: async ({ currentPassword, newPassword }) => {
      await call(updatePassword, { body: { currentPassword, newPassword } })
      reset()
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
      void notify('success', 'Password changed successfully!')
    },
  })
  return (
    <Setting
      title="Password"
      sentence="At least 6 characters. Longer is stronger. Changing it logs you out everywhere else."
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        <HiddenUsername email={useUser()?.email} />
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errorOf('currentPassword')}
          {...register('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          error={errorOf('newPassword')}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errorOf('confirmPassword')}
          {...register('confirmPassword')}
        />
        <div>
          <Button type="submit" busy={isSubmitting && 'Changing'}>
            Change password
          </Button>
        </div>
      </form>
    </Setting>
  )
}
