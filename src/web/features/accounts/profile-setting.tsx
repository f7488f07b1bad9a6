import { profile, type User, updateProfile } from '#shared/accounts.ts'
import { call } from '#web/lib/api.ts'
import { useSchemaForm } from '#web/lib/form.ts'
import { notify } from '#web/lib/notify.ts'
import { updateUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { Setting } from './setting.tsx'

export function ProfileSetting({ user }: { user: User }) {
  const { register, onSubmit, errorOf, refusal, isSubmitting } = useSchemaForm({
    schema: profile,
    draftKey: 'profile',
    defaults: { name: user.name },
    fallback: 'An error occurred while updating profile',
    fallbackForNonsense: 'Failed to update profile',
    submit: async (body) => {
      updateUser((await call(updateProfile, { body })).data)
      void notify('success', 'Profile updated successfully!')
    },
  })
  return (
    <Setting title="Profile" sentence="Your name stands beside your images and comments.">
      <form noValidate onSubmit={onSubmit} className="grid gap-6">
        {refusal && <Notice tone="danger">{refusal}</Notice>}
        <TextField label="Name" autoComplete="name" error={errorOf('name')} {...register('name')} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          readOnly
          value={user.email}
          hint="The address cannot be changed."
        />
        <div>
          <Button kind="primary" type="submit" busy={isSubmitting && 'Saving'}>
            Save profile
          </Button>
        </div>
      </form>
    </Setting>
  )
}
